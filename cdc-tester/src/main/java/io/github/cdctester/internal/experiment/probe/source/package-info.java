// SPDX-License-Identifier: Apache-2.0
/** Sources of a probe's numbers. Each call reads once, with limits for time and size. */
@NullMarked
package io.github.cdctester.internal.experiment.probe.source;

import org.jspecify.annotations.NullMarked;
