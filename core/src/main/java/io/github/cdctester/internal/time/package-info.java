// SPDX-License-Identifier: Apache-2.0
/** Clocks as one-method interfaces named by unit, the estimated offset to a server's clock, and the stop signal. */
@NullMarked
package io.github.cdctester.internal.time;

import org.jspecify.annotations.NullMarked;
