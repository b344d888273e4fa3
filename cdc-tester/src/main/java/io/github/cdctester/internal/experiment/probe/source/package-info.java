// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of a probe's numbers: SQL, HTTP endpoints, programs, the machine. A source reads once per call, with limits for time
 * and size, and explains a failure.
 */
@NullMarked
package io.github.cdctester.internal.experiment.probe.source;

import org.jspecify.annotations.NullMarked;
