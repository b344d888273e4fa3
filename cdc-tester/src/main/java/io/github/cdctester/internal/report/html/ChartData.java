// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Series;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Charts as the JSON that the page's script reads. It is ASCII without "&lt;", so that it cannot end the script element that it
 * stands in. Names are short where they come often; what has no value is null.
 */
final class ChartData {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .characterEscapes(new NoMarkup())
            .build();

    private final JsonGenerator out;
    private final Numbers numbers;

    private ChartData(JsonGenerator out) {
        this.out = out;
        numbers = new Numbers(out);
    }

    /** All charts, in one object. */
    static String of(List<Chart> charts) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            ChartData data = new ChartData(out);
            out.writeStartObject();
            out.writeArrayPropertyStart("charts");
            charts.forEach(data::write);
            out.writeEndArray();
            out.writeName("xs");
            data.numbers.writeShared();
            out.writeEndObject();
        }
        return text.toString();
    }

    /** Whether there is anything to draw: a chart without a point is no chart. */
    static boolean hasPoints(Chart chart) {
        for (Series series : chart.series()) {
            boolean logarithmic = chart.ys().get(series.yAxis()).scale() == Axis.Scale.LOG;
            for (int i = 0; i < series.x().length; i++) {
                double y = series.y()[i];
                if (Double.isFinite(series.x()[i]) && Double.isFinite(y) && (!logarithmic || y > 0)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void write(Chart chart) {
        out.writeStartObject();
        out.writeStringProperty("id", chart.id());
        out.writeStringProperty("title", chart.title());
        writeText("note", chart.note());
        writeText("group", chart.group());
        out.writeNumberProperty("height", chart.height());
        out.writeName("x");
        write(chart.x());
        out.writeArrayPropertyStart("ys");
        chart.ys().forEach(this::write);
        out.writeEndArray();
        out.writeArrayPropertyStart("series");
        chart.series().forEach(this::write);
        out.writeEndArray();
        out.writeArrayPropertyStart("marks");
        chart.marks().forEach(this::write);
        out.writeEndArray();
        out.writeArrayPropertyStart("bands");
        chart.bands().forEach(this::write);
        out.writeEndArray();
        out.writeEndObject();
    }

    private void write(Axis axis) {
        out.writeStartObject();
        out.writeStringProperty("name", axis.name());
        out.writeStringProperty("unit", axis.unit());
        out.writeStringProperty("scale", axis.scale().name());
        writeTexts("categories", axis.categories());
        out.writeName("min");
        numbers.write(axis.min());
        out.writeName("max");
        numbers.write(axis.max());
        out.writeEndObject();
    }

    private void write(Series series) {
        double[] weight = series.weight();
        out.writeStartObject();
        out.writeStringProperty("name", series.name());
        out.writeStringProperty("shape", series.shape().name());
        out.writeStringProperty("role", series.role());
        out.writeNumberProperty("axis", series.yAxis());
        out.writeNumberProperty("x", numbers.share(series.x()));
        out.writeName("y");
        numbers.write(series.y());
        if (weight != null) {
            out.writeName("weight");
            numbers.write(weight);
        }
        if (!series.labels().isEmpty()) {
            writeTexts("labels", series.labels());
        }
        out.writeEndObject();
    }

    private void write(Mark mark) {
        out.writeStartObject();
        out.writeName("x");
        numbers.write(mark.x());
        out.writeStringProperty("name", mark.name());
        out.writeStringProperty("kind", mark.kind());
        out.writeEndObject();
    }

    private void write(Band band) {
        out.writeStartObject();
        out.writeName("from");
        numbers.write(band.from());
        out.writeName("to");
        numbers.write(band.to());
        out.writeStringProperty("name", band.name());
        out.writeStringProperty("kind", band.kind());
        out.writeEndObject();
    }

    private void writeText(String name, @Nullable String text) {
        if (text == null) {
            out.writeNullProperty(name);
        } else {
            out.writeStringProperty(name, text);
        }
    }

    private void writeTexts(String name, List<String> texts) {
        out.writeArrayPropertyStart(name);
        texts.forEach(out::writeString);
        out.writeEndArray();
    }

    /** Writes what HTML reads as markup as an escape sequence. */
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
            return null; // none of a form of its own
        }
    }
}
