// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param categories the names on a {@link Scale#CATEGORY} axis, in the order of their positions 0, 1, 2…
 * @param min {@code null} to derive it from the data; a linear vertical axis then starts at 0 or below
 * @param max {@code null} to derive it from the data
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

    /** A linear axis starts at 0. */
    public static Axis of(String name, String unit, Scale scale) {
        return new Axis(name, unit, scale, List.of(), scale == Scale.LINEAR ? 0.0 : null, null);
    }

    public enum Scale {
        /** Displayed as minutes and seconds, or with hours. */
        SECONDS,
        LINEAR,
        /** Values up to 0 are not drawn. */
        LOG,
        CATEGORY
    }
}
