// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.workload.random.WeightedChoice;
import io.github.cdctester.internal.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A range of whole numbers, such as {@code 3} or {@code 1..5}, or several ranges with weights: {@code {1..5: 9, 100: 1}}. */
record Spans(List<Span> spans, List<Integer> weights) {

    static final Spans ONCE = new Spans(List.of(new Span(1, 1)), List.of(1));

    private static final Pattern RANGE = Pattern.compile("(-?\\d{1,16})(?:\\.\\.(-?\\d{1,16}))?");
    private static final int MAX_WEIGHT = 1_000_000;

    record Span(long low, long high) {}

    Spans {
        spans = List.copyOf(spans);
        weights = List.copyOf(weights);
    }

    static Spans read(YamlNode node, long min, long max) {
        List<Span> spans = new ArrayList<>();
        List<Integer> weights = new ArrayList<>();
        Map<String, YamlNode> ranges = node.isMapping() ? node.entries() : Map.of(node.text(), node);
        ranges.forEach((range, weight) -> {
            spans.add(span(weight, range, min, max));
            weights.add(weight == node ? 1 : (int) weight.wholeNumber(1, MAX_WEIGHT));
        });
        return new Spans(spans, weights);
    }

    private static Span span(YamlNode node, String text, long min, long max) {
        Matcher range = RANGE.matcher(text.strip());
        if (range.matches()) {
            long low = Long.parseLong(range.group(1));
            long high = range.group(2) == null ? low : Long.parseLong(range.group(2));
            if (min <= low && low <= high && high <= max) {
                return new Span(low, high);
            }
        }
        throw node.error(text, "a whole number from " + min + " to " + max + ", or two as in 1..5");
    }

    /** The source is confined to one thread. */
    LongSupplier draws(SplittableRandom random) {
        WeightedChoice choice = new WeightedChoice(weights, random);
        return () -> {
            Span span = spans.get(choice.next());
            return span.low == span.high ? span.low : random.nextLong(span.low, span.high + 1);
        };
    }
}
