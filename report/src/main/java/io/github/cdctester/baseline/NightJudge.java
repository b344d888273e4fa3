// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import io.github.cdctester.baseline.Baseline.BaselineCheck.Figure;
import io.github.cdctester.baseline.Baseline.BaselineCheck.Mark;
import io.github.cdctester.internal.baseline.NightFile.Night;
import io.github.cdctester.internal.statistics.ConfidenceInterval;
import io.github.cdctester.internal.statistics.Difference;
import io.github.cdctester.internal.statistics.Drift;
import io.github.cdctester.internal.statistics.HolmProcedure;
import io.github.cdctester.internal.statistics.HolmProcedure.Finding;
import io.github.cdctester.internal.statistics.Repeats;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.Comparison.Better;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Decides for each figure whether the latest nights differ from the earlier nights; see docs/dev/statistics.md. */
final class NightJudge {

    /** Minimum probability that no figure is reported as changed if nothing changed. */
    static final double CONFIDENCE = 0.99;

    /** Numbers of nights, including tonight. Used only in nightly mode; otherwise, tonight is judged alone. */
    private static final List<Integer> JUDGED_NIGHT_COUNTS = List.of(2, 3);

    private final List<Night> earlierNights;
    private final Night tonight;
    private final Map<String, List<EarlierFigure>> earlierFigures = new HashMap<>();
    private final double allowedRise;
    private final double allowedFall;

    NightJudge(List<Night> earlierNights, Night tonight, double allowedPercent) {
        this.earlierNights = earlierNights;
        this.tonight = tonight;
        allowedRise = Math.log1p(allowedPercent / 100);
        allowedFall = Math.log1p(-allowedPercent / 100);
    }

    private record EarlierFigure(int acceptedChanges, Repeats repeats) {}

    private record Candidate(String name, int nights, Drift drift) {}

    /** In nightly mode ({@code isNightly}), tonight is judged with the one or two nights before it. */
    List<Figure> figures(List<String> names, boolean isNightly) {
        List<Candidate> candidates = new ArrayList<>();
        for (String name : names) {
            if (tonight.figures().containsKey(name)) {
                for (int nights : isNightly ? JUDGED_NIGHT_COUNTS : List.of(1)) {
                    Candidate candidate = candidate(name, nights);
                    if (candidate != null) {
                        candidates.add(candidate);
                    }
                }
            }
        }
        List<Difference> differences = candidates.stream()
                .map(candidate -> candidate.drift().evidence())
                .toList();
        List<Finding> findings = HolmProcedure.judge(differences, CONFIDENCE);
        Map<String, Figure> rows = new LinkedHashMap<>();
        names.forEach(name -> rows.put(name, unknown(name)));
        for (int i = 0; i < findings.size(); i++) {
            Candidate candidate = candidates.get(i);
            Figure row = row(candidate, findings.get(i));
            rows.merge(
                    candidate.name(),
                    row,
                    (first, second) -> second.mark() == Mark.SAME && CheckMessage.isChange(first) ? first : second);
        }
        return List.copyOf(rows.values());
    }

    /**
     * Judges tonight alone, and with the nights before it, because the accepted failure may rest on several nights. A row that shows a
     * change takes precedence.
     */
    List<Figure> figuresToAccept(List<String> names) {
        List<Figure> rows = new ArrayList<>(figures(names, false));
        List<Figure> nightlyRows = figures(names, true);
        for (int i = 0; i < rows.size(); i++) {
            if (!CheckMessage.isChange(rows.get(i)) && CheckMessage.isChange(nightlyRows.get(i))) {
                rows.set(i, nightlyRows.get(i));
            }
        }
        return List.copyOf(rows);
    }

    private List<EarlierFigure> earlierFigures(String name) {
        return earlierFigures.computeIfAbsent(
                name,
                key -> earlierNights.stream()
                        .filter(night -> night.figures().containsKey(name) && night.hasSameSource(tonight, name))
                        .map(night -> new EarlierFigure(night.level(), repeats(night, name)))
                        .toList());
    }

    private @Nullable Candidate candidate(String name, int nights) {
        List<EarlierFigure> history = earlierFigures(name);
        int earlierCount = history.size() - (nights - 1);
        if (earlierCount < 1) {
            return null;
        }
        Map<Integer, List<Repeats>> byAcceptedChanges = new TreeMap<>();
        for (EarlierFigure night : history.subList(0, earlierCount)) {
            byAcceptedChanges
                    .computeIfAbsent(night.acceptedChanges(), key -> new ArrayList<>())
                    .add(night.repeats());
        }
        List<List<Repeats>> earlierLevels = List.copyOf(byAcceptedChanges.values());
        if (!byAcceptedChanges.containsKey(history.get(history.size() - 1).acceptedChanges())
                || !Drift.isKnown(earlierLevels)) {
            return null; // a change was just accepted, or there are too few nights
        }
        List<Repeats> judgedNights = new ArrayList<>();
        history.subList(earlierCount, history.size()).forEach(night -> judgedNights.add(night.repeats()));
        judgedNights.add(repeats(tonight, name));
        return new Candidate(
                name,
                nights,
                nights == 1
                        ? Drift.ofNight(earlierLevels, judgedNights.get(0))
                        : Drift.ofLatestNights(earlierLevels, judgedNights));
    }

    private Figure row(Candidate candidate, Finding finding) {
        Repeats tonightRepeats = repeats(tonight, candidate.name());
        ConfidenceInterval change = candidate.drift().unlimited().percent(finding.confidence());
        return new Figure(
                candidate.name(),
                candidate.nights(),
                baseline(candidate.name()),
                tonightRepeats.geometricMean(),
                change.estimate(),
                change.low(),
                change.high(),
                finding.exceedsNoise() ? mark(candidate) : Mark.SAME);
    }

    /** Returns {@code SAME} unless every judged night exceeds the allowance. A mean above the allowance is not enough. */
    private Mark mark(Candidate candidate) {
        double smallestShift = candidate.drift().smallestShift();
        boolean isUp = candidate.drift().evidence().logRatio() > 0;
        if (isUp ? smallestShift <= allowedRise : smallestShift >= allowedFall) {
            return Mark.SAME;
        }
        boolean isWorse = isUp == (ResultValues.of(candidate.name()).better() == Better.LOWER);
        return isWorse ? Mark.WORSE : Mark.BETTER;
    }

    private Figure unknown(String name) {
        return new Figure(
                name,
                0,
                baseline(name),
                tonight.figures().containsKey(name) ? repeats(tonight, name).geometricMean() : null,
                null,
                null,
                null,
                Mark.UNKNOWN);
    }

    /** Returns {@code null} if unknown. A change accepted in a night without the figure begins no level of this figure. */
    private @Nullable Double baseline(String name) {
        List<EarlierFigure> history = earlierFigures(name);
        if (history.isEmpty()) {
            return null;
        }
        int acceptedChanges = history.get(history.size() - 1).acceptedChanges();
        double logMean = history.stream()
                .filter(night -> night.acceptedChanges() == acceptedChanges)
                .mapToDouble(night -> night.repeats().logMean())
                .average()
                .orElseThrow();
        return Math.exp(logMean);
    }

    private static Repeats repeats(Night night, String name) {
        return Repeats.of(Objects.requireNonNull(night.figures().get(name)));
    }
}
