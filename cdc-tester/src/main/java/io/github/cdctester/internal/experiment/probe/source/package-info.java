// SPDX-License-Identifier: Apache-2.0
/**
 * Where a probe's numbers come from: a statement, an HTTP endpoint, the machine. Each reads once when it is asked, within a time and a
 * size, and says in words why it cannot.
 */
@NullMarked
package io.github.cdctester.internal.experiment.probe.source;

import org.jspecify.annotations.NullMarked;
