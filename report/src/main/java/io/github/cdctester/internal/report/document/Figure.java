// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.Nullable;

/**
 * A number of the first screen.
 *
 * @param name what it is, such as {@code DT p99}
 * @param note where it is from, and how sure it is
 */
public record Figure(
        String name, String value, String unit, @Nullable String note) {}
