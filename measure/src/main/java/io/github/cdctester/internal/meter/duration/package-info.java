// SPDX-License-Identifier: Apache-2.0
/** Distributions of durations. Recording allocates nothing. */
@NullMarked
package io.github.cdctester.internal.meter.duration;

import org.jspecify.annotations.NullMarked;
