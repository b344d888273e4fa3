// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Samples in Prometheus' text form 0.0.4, or in OpenMetrics, whose exemplars and timestamps are passed over. */
final class PrometheusText {

    private static final Set<Character> QUOTE = Set.of('"');

    /** A line longer than that is none of a metric that is looked for. */
    private static final int LONGEST_LINE = 65_536;

    /**
     * One sample.
     *
     * @param value the value, which may be infinite or none ({@code NaN})
     */
    record Sample(Map<String, String> labels, double value) {}

    private PrometheusText() {}

    /** Finds samples. */
    static List<Sample> find(String text, PrometheusSelector selector, int most) throws NoReading {
        List<Sample> found = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            end = end < 0 ? text.length() : end;
            if (text.startsWith(selector.metric(), from)) {
                add(text.substring(from, Math.min(end, from + LONGEST_LINE)), selector, found);
                if (found.size() > most) {
                    throw NoReading.answered("many", selector + " matches more than " + most + " series");
                }
            }
            from = end + 1;
        }
        return found;
    }

    private static void add(String line, PrometheusSelector selector, List<Sample> found) throws NoReading {
        LabelText in = new LabelText(line.stripTrailing());
        try {
            if (!selector.isOf(in.name(true))) {
                return; // one whose name begins in the same way
            }
            Map<String, String> labels = labels(in);
            if (selector.matches(labels)) {
                in.skipBlanks();
                found.add(new Sample(labels, number(in.word())));
            }
        } catch (IllegalArgumentException e) {
            throw NoReading.answered(
                    "form", "a line of " + selector.metric() + " is not in Prometheus' form: " + e.getMessage());
        }
    }

    private static Map<String, String> labels(LabelText in) {
        Map<String, String> labels = new LinkedHashMap<>();
        in.skipBlanks();
        if (in.take("{")) {
            in.skipBlanks();
            while (!in.take("}")) {
                String name = in.name(false);
                in.skipBlanks();
                in.takeOneOf(List.of("="));
                in.skipBlanks();
                labels.put(name, in.quoted(QUOTE));
                in.skipBlanks();
                if (!in.take(",") && !in.isAt('}')) {
                    throw new IllegalArgumentException("a comma or } is missing at '" + in.rest() + "'");
                }
                in.skipBlanks();
            }
        }
        return labels;
    }

    private static double number(String word) {
        return switch (word) {
            case "NaN", "Nan", "nan" -> Double.NaN;
            case "+Inf", "Inf", "+inf", "inf" -> Double.POSITIVE_INFINITY;
            case "-Inf", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(word); // a NumberFormatException says which
        };
    }
}
