// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.Nullable;

/**
 * A number of the first screen.
 *
 * @param name its name, such as {@code DT p99}
 * @param note its source, and its certainty
 */
public record Figure(
        String name, String value, String unit, @Nullable String note) {}
