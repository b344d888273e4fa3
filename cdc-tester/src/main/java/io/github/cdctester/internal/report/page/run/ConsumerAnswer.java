// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.ConsumerWords;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.Verdict;
import java.util.List;

/** What the first screen says of consumers that were judged. */
final class ConsumerAnswer {

    /** More have no room there. */
    private static final int MOST_FIGURES = 2;

    private static final int MOST_CHARACTERS = 24;

    private ConsumerAnswer() {}

    /** Whether one has lost or reordered something, or has not shown the end. */
    static boolean isBad(List<ConsumerResult> consumers) {
        return consumers.stream().anyMatch(consumer -> isFaulty(consumer) && !repeatsOnly(consumer));
    }

    /** Whether one repeats, which some may, or could not be checked. */
    static boolean isUnsure(List<ConsumerResult> consumers) {
        return consumers.stream()
                .anyMatch(
                        consumer -> repeatsOnly(consumer) || consumer.verdict().status() == Verdict.Status.NOT_CHECKED);
    }

    private static boolean isFaulty(ConsumerResult consumer) {
        return consumer.verdict().status().isBad();
    }

    private static boolean repeatsOnly(ConsumerResult consumer) {
        return consumer.verdict().status() == Verdict.Status.DUPLICATED
                && consumer.delivery() == Delivery.AT_LEAST_ONCE;
    }

    /** A part of the headline; none where there are no consumers, or nothing is known of them. */
    static List<String> words(List<ConsumerResult> consumers) {
        List<ConsumerResult> faulty =
                consumers.stream().filter(ConsumerAnswer::isFaulty).toList();
        boolean allGood =
                consumers.stream().allMatch(consumer -> consumer.verdict().status() == Verdict.Status.LOSSLESS);
        if (consumers.isEmpty() || faulty.isEmpty() && !allGood) {
            return List.of();
        }
        if (faulty.size() > 1) {
            return List.of(faulty.size() + " of " + consumers.size() + " consumers not lossless");
        }
        if (allGood && consumers.size() > 1) {
            return List.of("all " + consumers.size() + " consumers lossless");
        }
        ConsumerResult told = faulty.isEmpty() ? consumers.get(0) : faulty.get(0);
        return List.of(
                "consumer " + name(told) + " " + (allGood ? "lossless" : PlainText.line(ConsumerWords.headline(told))));
    }

    /** The delay at the first ones. */
    static List<Figure> figures(List<ConsumerResult> consumers) {
        return consumers.stream()
                .limit(MOST_FIGURES)
                .map(consumer -> {
                    DurationSummary delay = consumer.delay();
                    String source = delay.source();
                    return new Figure(
                            "DT p99 at " + name(consumer),
                            RunAnswer.millis(delay.carried().p99Millis()),
                            "ms",
                            source == null ? "not measured" : PlainText.line(source));
                })
                .toList();
    }

    private static String name(ConsumerResult consumer) {
        String name = PlainText.line(consumer.name());
        return name.length() <= MOST_CHARACTERS ? name : name.substring(0, MOST_CHARACTERS - 1) + "…";
    }
}
