// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of a probe's numbers: a statement, an HTTP endpoint, the machine. Each reads once per call, within a time and a size, and
 * explains a failure.
 */
@NullMarked
package io.github.cdctester.internal.experiment.probe.source;

import org.jspecify.annotations.NullMarked;
