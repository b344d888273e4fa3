// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An axis.
 *
 * @param categories the names on a {@link Scale#CATEGORY} axis, whose numbers are their indices from 0; else empty
 * @param min where it begins; {@code null} for where the data begin, of a vertical axis that is laid out evenly for 0 or below
 * @param max where it ends; {@code null} if the data end
 */
public record Axis(
        String name,
        String unit,
        Scale scale,
        List<String> categories,
        @Nullable Double min,
        @Nullable Double max) {

    public Axis {
        categories = List.copyOf(categories);
    }

    public enum Scale {
        /** Seconds of the run, shown as minutes and seconds, or with hours. */
        SECONDS,
        LINEAR,
        /** Decade by decade; values up to 0 are left out. */
        LOG,
        /** A place a name. */
        CATEGORY
    }
}
