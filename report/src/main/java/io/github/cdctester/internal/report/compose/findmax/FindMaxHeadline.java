// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.internal.report.compose.experiment.ExperimentComposer;
import io.github.cdctester.internal.report.compose.experiment.LimitSummary;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.ValueFormat;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The headline of a search. */
final class FindMaxHeadline {

    private final FindMaxResult search;
    private final FindMaxResult.Answer answer;

    FindMaxHeadline(FindMaxResult search) {
        this.search = search;
        answer = search.answer();
    }

    Headline headline() {
        return new Headline(
                tone(),
                text(),
                RunWarnings.sentence(capitalized(SearchAnswer.answerText(search))),
                figures(),
                limits(),
                FindMaxWarnings.of(search));
    }

    private Tone tone() {
        if (answer.isLowerBound() && worstVerdict().isEmpty()) {
            return Tone.UNSURE;
        }
        if (!search.isHeld() && answer.status().isFound()) {
            return Tone.BAD;
        }
        return switch (answer.status()) {
            case FOUND, AT_LEAST -> search.hasFailed() ? Tone.UNSURE : Tone.GOOD;
            case NONE -> Tone.BAD;
            case COARSE, OPEN -> Tone.UNSURE;
        };
    }

    /** Returns the worst verdict of all steps, if it is bad, followed by the answer. Streams precede consumers. */
    private String text() {
        return ExperimentComposer.joined(worstVerdict(), answerText());
    }

    private String worstVerdict() {
        RunWarnings steps = FindMaxComposer.runWarnings(search, trial -> true);
        return steps.worst(FindMaxComposer::isBadVerdict)
                .map(trial -> RunWarnings.result(trial).verdict().headline() + " in step " + trial.step())
                .or(() -> steps.worstConsumer(FindMaxComposer::isFaulty))
                .orElse("");
    }

    private static String capitalized(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private String answerText() {
        Double rate = SearchAnswer.highestHeldRate(answer);
        if (rate == null) {
            return answer.status() == FindMaxResult.Status.NONE
                    ? "No rate holds, not even the lowest"
                    : "The highest rate was not found";
        }
        if (answer.isLowerBound() && answer.rate() != null) {
            return capitalized(SearchAnswer.lowerBoundText(answer));
        }
        String perSecond = ValueName.perSecond(PlainText.number(rate));
        return switch (answer.status()) {
            case FOUND -> "Highest rate: " + perSecond;
            case AT_LEAST, COARSE -> "Highest rate: at least " + perSecond;
            case NONE, OPEN ->
                answer.lowestFailed() == null || answer.isLowerBound()
                        ? perSecond + " held, but not often enough"
                        : "Highest rate: between " + PlainText.number(rate) + " and "
                                + ValueName.perSecond(PlainText.number(answer.lowestFailed())) + ", not confirmed";
        };
    }

    private List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        Double rate = SearchAnswer.highestHeldRate(answer);
        if (rate != null) {
            figures.add(new Figure(
                    answer.rate() == null ? "Highest rate that held" : "Highest rate that holds",
                    PlainText.number(rate),
                    "/s",
                    "held in " + answer.held() + " of "
                            + PlainText.withNoun((long) answer.held() + answer.failed(), "trial")
                            + (answer.confirmed() ? "" : "; not confirmed")));
        }
        Double lowestFailed = answer.lowestFailed();
        if (lowestFailed != null) {
            Double gapPercent = answer.resolutionPercent();
            figures.add(new Figure(
                    "Lowest that fails",
                    PlainText.number(lowestFailed),
                    "/s",
                    (gapPercent == null ? "" : String.format(Locale.ROOT, "%.1f %% above; ", gapPercent))
                            + (answer.failedBecause() == null
                                    ? "reason not known"
                                    : PlainText.asWords(answer.failedBecause()))));
        }
        SearchAnswer.trialAtAnswer(search).ifPresent(row -> {
            for (ResultValue value : ValueFormat.HEADLINE_VALUES) {
                Double number = value.displayable(row.trial().values(), Double::doubleValue);
                if (number != null) {
                    figures.add(ValueFormat.of(value, number, "in step " + row.step()));
                }
            }
        });
        List<RateTrial> trials = SearchAnswer.searchTrials(search);
        figures.add(new Figure(
                "Trials",
                String.valueOf(trials.size()),
                "",
                "of " + search.mostSteps() + " at most; "
                        + trials.stream()
                                .filter(row -> row.outcome() == TrialOutcome.HELD)
                                .count()
                        + " held"));
        return figures;
    }

    /** Without an answer, the requested limits are listed. */
    private List<CheckedLimit> limits() {
        LimitSummary limits = new LimitSummary().add(search.checks());
        SearchAnswer.trialAtAnswer(search)
                .ifPresentOrElse(
                        row -> limits.add(row.trial().checks()),
                        () -> search.limits()
                                .forEach(limit -> limits.add(
                                        new CheckedLimit(limit, "no rate was found at which it holds", null))));
        return limits.build();
    }
}
