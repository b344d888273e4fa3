// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.Nullable;

/**
 * A key number in the headline.
 *
 * @param name name of the number, such as {@code DT p99}
 * @param note source and uncertainty of the number
 */
public record Figure(
        String name, String value, String unit, @Nullable String note) {}
