// SPDX-License-Identifier: Apache-2.0
/** Limits on results, such as {@code delay.p99>500ms}, and their syntax. {@code internal.value} defines the names and units. */
@NullMarked
package io.github.cdctester.internal.limit;

import org.jspecify.annotations.NullMarked;
