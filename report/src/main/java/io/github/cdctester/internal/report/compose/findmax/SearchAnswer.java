// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.ConsumerLimit;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes the answer and the trials of a search as text. */
public final class SearchAnswer {

    private SearchAnswer() {}

    public static String trialText(RateTrial trial) {
        String rate = PlainText.number(trial.rate()) + "/s";
        String reasons = reasonsText(trial);
        return switch (trial.outcome()) {
            case HELD -> rate + " held";
            case RUN_FAILED -> rate + ": " + reasons;
            default -> rate + " did not hold: " + reasons;
        };
    }

    static String reasonsText(RateTrial trial) {
        return trial.trial().remarks().stream().map(Note::text).collect(Collectors.joining("; "));
    }

    static String answerText(FindMaxResult search) {
        Answer answer = search.answer();
        if (answer.isLowerBound() && answer.rate() != null) {
            return lowerBoundText(answer) + "; " + heldText(answer) + "; " + failedText(answer);
        }
        return switch (answer.status()) {
            case FOUND -> heldText(answer) + "; " + failedText(answer);
            case AT_LEAST -> "at least " + heldText(answer) + "; no higher rate was to be tried";
            case COARSE ->
                "at least " + heldText(answer)
                        + (answer.lowestFailed() == null ? "; no higher rate failed" : "; " + failedText(answer))
                        + "; less precise than requested";
            case NONE -> "none: not even the lowest rate holds; " + failedText(answer);
            case OPEN -> openAnswer(answer);
        };
    }

    private static String openAnswer(Answer answer) {
        Double highestHeld = highestHeldRate(answer);
        Double lowestFailed = answer.lowestFailed();
        if (highestHeld == null) {
            return "none" + (lowestFailed == null ? "" : "; " + failedText(answer));
        }
        String heldRate = PlainText.number(highestHeld) + "/s (held " + answer.held() + " of "
                + (answer.held() + answer.failed()) + ")";
        return "none; "
                + (lowestFailed == null
                        ? heldRate
                        : "between " + heldRate + " and " + PlainText.number(lowestFailed) + "/s (failed: "
                                + failureReason(answer) + ")")
                + "; no rate held often enough";
    }

    private static String heldText(Answer answer) {
        return PlainText.number(Objects.requireNonNull(answer.rate())) + "/s held in " + answer.held() + " of "
                + (answer.held() + answer.failed()) + (answer.held() + answer.failed() == 1 ? " trial" : " trials");
    }

    /** Returns the rate, confirmed or not; {@code null} if no rate held. */
    static @Nullable Double highestHeldRate(Answer answer) {
        return answer.rate() != null || answer.bracket() == null
                ? answer.rate()
                : answer.bracket().lower();
    }

    /** Omits the trials of the curve. */
    static List<RateTrial> searchTrials(FindMaxResult search) {
        return search.steps().stream()
                .filter(trial -> trial.purpose() != Purpose.CURVE)
                .toList();
    }

    /** Returns the last trial that held at the rate of the answer or, without an answer, at the highest rate that held. */
    static Optional<RateTrial> trialAtAnswer(FindMaxResult search) {
        Double rate = highestHeldRate(search.answer());
        return search.steps().stream()
                .filter(row -> rate != null && row.rate() == rate && row.outcome() == TrialOutcome.HELD)
                .reduce((first, second) -> second);
    }

    static Optional<Check> check(RateTrial row, String limit) {
        return row.trial().checks().stream()
                .filter(check -> check.expression().equals(limit))
                .findFirst();
    }

    public static String lowerBoundText(Answer answer) {
        return "at least " + PlainText.number(Objects.requireNonNull(answer.rate())) + "/s: "
                + cause(answer, Objects.requireNonNull(answer.bound())) + " was the limit";
    }

    static Optional<String> boundText(FindMaxResult search) {
        Answer answer = search.answer();
        return Optional.ofNullable(answer.bound())
                .map(bound ->
                        bound == Bound.LIMIT ? "the limit " + String.join(", ", search.limits()) : cause(answer, bound))
                .map(cause -> cause + evidence(answer));
    }

    private static String evidence(Answer answer) {
        ConsumerLimit consumer = answer.consumer();
        if (consumer == null) {
            return "";
        }
        Double growth = consumer.backlogGrowthPercent();
        return (answer.bound() == Bound.CONSUMER ? "" : "; " + name(consumer))
                + String.format(
                        Locale.ROOT,
                        ": %.1f transactions/s at %s/s%s; %s behind at the end",
                        consumer.transactionsPerSecond(),
                        PlainText.number(Objects.requireNonNull(answer.lowestFailed())),
                        growth == null
                                ? ""
                                : String.format(Locale.ROOT, "; %.1f %% of the commits stayed behind", growth),
                        PlainText.withNoun(consumer.behind(), "transaction"));
    }

    private static String name(ConsumerLimit consumer) {
        return "consumer " + consumer.name();
    }

    private static String cause(Answer answer, Bound bound) {
        return switch (bound) {
            case LIMIT -> "a limit";
            case WRITER -> "the load generator";
            case MACHINE -> "the machine";
            case SERVER -> "the server or the network";
            case READER -> "the tester's reader";
            case CONSUMER -> answer.consumer() == null ? "a consumer" : name(answer.consumer());
        };
    }

    private static String failedText(Answer answer) {
        Double percentAbove = answer.resolutionPercent();
        return PlainText.number(Objects.requireNonNull(answer.lowestFailed())) + "/s"
                + (percentAbove == null ? "" : String.format(Locale.ROOT, ", %.1f %% above,", percentAbove))
                + " did not hold: "
                + failureReason(answer);
    }

    private static String failureReason(Answer answer) {
        TrialOutcome outcome = Objects.requireNonNull(answer.failedBecause());
        return switch (outcome) {
            case BACKLOG_GREW ->
                "the backlog " + (answer.consumer() == null ? "" : "of " + name(answer.consumer()) + " ") + "grew"
                        + (answer.bound() == Bound.CONSUMER ? "" : limitedBy(answer));
            case NOT_DELIVERED -> "the load could not be delivered" + limitedBy(answer);
            case LIMIT_BROKE -> "a limit broke" + (answer.bound() == Bound.CONSUMER ? limitedBy(answer) : "");
            case HELD, RUN_FAILED -> PlainText.asWords(outcome);
        };
    }

    private static String limitedBy(Answer answer) {
        return answer.bound() == null ? "" : " (limited by " + cause(answer, answer.bound()) + ")";
    }
}
