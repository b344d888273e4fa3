// SPDX-License-Identifier: Apache-2.0
/** Clocks, the offset to a server's clock, deadlines, and durations as text. */
@NullMarked
package io.github.cdctester.internal.time;

import org.jspecify.annotations.NullMarked;
