// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.cdctester.internal.json.RecordJson;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Serializes charts as JSON for the page's script. The JSON is ASCII without "&lt;", so that it cannot end its script element.
 * Missing values are null.
 */
final class ChartData {

    private static final ObjectWriter WRITER = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .characterEscapes(new NoMarkup())
                    .build())
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .changeDefaultVisibility(RecordJson.FIELDS)
            .addMixIn(Series.class, SeriesNames.class)
            .addModule(Numbers.addTo(new SimpleModule()))
            .build()
            .writer();

    private record Charts(List<Chart> charts, SharedX xs) {}

    private ChartData() {}

    static String of(List<Chart> charts) {
        SharedX xs = new SharedX();
        return WRITER.withAttribute(SharedX.class, xs).writeValueAsString(new Charts(charts, xs));
    }

    static boolean hasPoints(Chart chart) {
        for (Series series : chart.series()) {
            boolean isLogarithmic = chart.ys().get(series.yAxis()).scale() == Axis.Scale.LOG;
            for (int i = 0; i < series.x().length; i++) {
                double y = series.y()[i];
                if (Double.isFinite(series.x()[i]) && Double.isFinite(y) && (!isLogarithmic || y > 0)) {
                    return true;
                }
            }
        }
        return false;
    }

    @SuppressWarnings("unused") // Jackson reads the annotations
    private abstract static class SeriesNames {
        @JsonProperty("axis")
        private @Nullable Object yAxis;

        @JsonSerialize(using = SharedX.IndexSerializer.class)
        private @Nullable Object x;

        @JsonInclude(JsonInclude.Include.NON_NULL)
        private @Nullable Object weight;

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object labels;

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object exact;
    }

    private static final class NoMarkup extends CharacterEscapes {

        private final int[] escapes = standardAsciiEscapesForJSON();

        NoMarkup() {
            for (char c : new char[] {'<', '>', '&', '\''}) {
                escapes[c] = ESCAPE_STANDARD;
            }
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return escapes.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return null; // use the default escape sequences
        }
    }
}
