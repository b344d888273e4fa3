// SPDX-License-Identifier: Apache-2.0
/**
 * Limits on a result, such as {@code delay.p99>500ms}, and the small language they are written in. {@code internal.value} has
 * the names and units.
 */
@NullMarked
package io.github.cdctester.internal.limit;

import org.jspecify.annotations.NullMarked;
