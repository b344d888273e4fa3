// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.usage.NoReading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads samples of one metric: the single match of the selector, or one sample per value of a label. */
record PrometheusReader(HttpFetch endpoint, PrometheusSelector selector, Optional<String> seriesBy, SeriesNames names)
        implements SourceReader {

    /** The text format is preferred, because it is the same in all versions. */
    static final String ACCEPTED =
            "text/plain;version=0.0.4;q=1,application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1";

    private static final int MAX_LISTED_SERIES = 3;

    @Override
    public Map<String, Double> read() throws NoReading, InterruptedException {
        List<PrometheusText.Sample> samples = PrometheusText.find(endpoint.text(), selector, SeriesNames.MAX_TARGETS);
        return seriesBy.isPresent() ? samplePerTarget(samples, seriesBy.get()) : singleSample(samples);
    }

    private Map<String, Double> singleSample(List<PrometheusText.Sample> samples) throws NoReading {
        if (samples.isEmpty()) {
            throw NoReading.invalid("none", "there is no series " + selector);
        }
        if (samples.size() > 1) {
            throw NoReading.invalid(
                    "several",
                    selector + " matches " + samples.size() + " series (" + listSeries(samples)
                            + "): set series-by to a label that distinguishes them, or select one");
        }
        Map<String, Double> values = new LinkedHashMap<>();
        SeriesNames.put(values, names.singleSeries(), samples.get(0).value());
        if (values.isEmpty()) {
            throw NoReading.invalid("number", selector + " is " + samples.get(0).value() + ", which is not a number");
        }
        return values;
    }

    private Map<String, Double> samplePerTarget(List<PrometheusText.Sample> samples, String label) throws NoReading {
        Map<String, Double> values = new LinkedHashMap<>();
        Set<String> keys = new HashSet<>();
        for (PrometheusText.Sample sample : samples) {
            String key = sample.labels().get(label);
            if (key == null) {
                throw NoReading.invalid(
                        "label", "a series of " + selector + " has no label " + label + ": " + sample.labels());
            }
            if (keys.contains(key)) {
                throw NoReading.invalid(
                        "several",
                        selector + " matches several series with " + label + "=\"" + key + "\": "
                                + listSeries(samples));
            }
            SeriesNames.put(values, names.seriesOf(names.checkedKey(key, keys)), sample.value());
        }
        values.put(names.countSeries(), (double) keys.size());
        return values;
    }

    private static String listSeries(List<PrometheusText.Sample> samples) {
        String labelSets = samples.stream()
                .limit(MAX_LISTED_SERIES)
                .map(sample -> String.valueOf(sample.labels()))
                .collect(Collectors.joining(", "));
        return labelSets + (samples.size() > MAX_LISTED_SERIES ? ", …" : "");
    }

    /** Parses the Prometheus text format 0.0.4 and OpenMetrics. Ignores exemplars and timestamps. */
    static final class PrometheusText {

        private static final int MAX_LINE_CHARACTERS = 65_536;

        /** @param value may be infinite or {@code NaN} */
        record Sample(Map<String, String> labels, double value) {}

        private PrometheusText() {}

        static List<Sample> find(String text, PrometheusSelector selector, int maxSamples) throws NoReading {
            List<Sample> samples = new ArrayList<>();
            int lineStart = 0;
            while (lineStart < text.length()) {
                int lineEnd = text.indexOf('\n', lineStart);
                lineEnd = lineEnd < 0 ? text.length() : lineEnd;
                int nameEnd = lineStart + selector.metric().length();
                if (text.startsWith(selector.metric(), lineStart) && !LabelText.isNameContinued(text, nameEnd)) {
                    add(
                            text.substring(lineStart, Math.min(lineEnd, lineStart + MAX_LINE_CHARACTERS)),
                            selector,
                            samples);
                    if (samples.size() > maxSamples) {
                        throw NoReading.invalid("many", selector + " matches more than " + maxSamples + " series");
                    }
                }
                lineStart = lineEnd + 1;
            }
            return samples;
        }

        private static void add(String line, PrometheusSelector selector, List<Sample> samples) throws NoReading {
            try {
                LabelText parsed = LabelText.parse(line);
                Map<String, String> labels = new LinkedHashMap<>();
                parsed.labels().forEach(label -> labels.put(label.name(), label.value()));
                if (selector.matches(labels)) {
                    samples.add(new Sample(labels, number(parsed.rest().split("[ \t]", 2)[0])));
                }
            } catch (IllegalArgumentException e) {
                throw NoReading.invalid(
                        "form", "a line of " + selector.metric() + " is not in Prometheus' form: " + e.getMessage());
            }
        }

        private static double number(String word) {
            return switch (word) {
                case "NaN", "Nan", "nan" -> Double.NaN;
                case "+Inf", "Inf", "+inf", "inf" -> Double.POSITIVE_INFINITY;
                case "-Inf", "-inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.parseDouble(word); // a NumberFormatException contains the text
            };
        }
    }
}
