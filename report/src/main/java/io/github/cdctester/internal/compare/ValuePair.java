// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.statistics.ConfidenceInterval;
import io.github.cdctester.internal.statistics.Difference;
import io.github.cdctester.internal.statistics.HolmProcedure.Finding;
import io.github.cdctester.internal.statistics.NoiseModel;
import io.github.cdctester.internal.statistics.Repeats;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The numbers of one value on both sides of a comparison, for one step or for runs without steps. */
final class ValuePair {

    /** Replaces infinity as an upper bound in percent, because results contain only finite numbers. */
    private static final double MAX_PERCENT = 1e9;

    private final @Nullable String step;
    private final ComparedValue value;
    private final List<ComparedRun> runsBefore;
    private final List<ComparedRun> runsAfter;
    private final List<Double> numbersBefore;
    private final List<Double> numbersAfter;

    ValuePair(@Nullable String step, ComparedValue value, List<ComparedRun> runsBefore, List<ComparedRun> runsAfter) {
        this.step = step;
        this.value = value;
        this.runsBefore = runsBefore;
        this.runsAfter = runsAfter;
        numbersBefore = knownNumbers(runsBefore);
        numbersAfter = knownNumbers(runsAfter);
    }

    String name() {
        return value.name();
    }

    /** Values of one group are assumed to have the same noise. */
    String noiseGroup() {
        return value.name() + "\n"
                + (runsBefore.isEmpty() ? runsAfter : runsBefore).get(0).noiseGroup();
    }

    boolean isPossible() {
        return Stream.concat(runsBefore.stream(), runsAfter.stream())
                .anyMatch(run -> run.canContain().test(value));
    }

    /** Numbers of different units are less comparable than delays of different sources: even their change has no meaning. */
    boolean hasDifferentUnits() {
        return value.isOfProbe() && hasDifferentSources();
    }

    boolean hasDifferentSources() {
        Set<String> sources = sources(runsBefore);
        sources.addAll(sources(runsAfter));
        return sources.size() > 1;
    }

    Set<String> sourcesBefore() {
        return sources(runsBefore);
    }

    Set<String> sourcesAfter() {
        return sources(runsAfter);
    }

    private Set<String> sources(List<ComparedRun> runs) {
        return runs.stream()
                .filter(run -> run.valueToNumber().apply(value) != null)
                .map(run -> run.valueToSource().apply(value))
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the lowest number of measurements of a percentile that needs more; empty if all runs have enough. */
    OptionalLong fewestMeasurements() {
        return Stream.concat(runsBefore.stream(), runsAfter.stream())
                .map(run -> run.valueToInsufficientCount().apply(value))
                .flatMapToLong(OptionalLong::stream)
                .min();
    }

    boolean isKnown() {
        return !numbersBefore.isEmpty() || !numbersAfter.isEmpty();
    }

    /** Returns text such as {@code 3 of 5 runs of B}, which lack the value; {@code null} if as large a share of A's runs does. */
    @Nullable
    String lossText() {
        long allBefore = completeRuns(runsBefore);
        long allAfter = completeRuns(runsAfter);
        long lost = allAfter - numbersAfter.size();
        return lost * allBefore <= (allBefore - numbersBefore.size()) * allAfter
                ? null
                : lost + " of " + allAfter + " runs of B";
    }

    private static long completeRuns(List<ComparedRun> runs) {
        return runs.stream().filter(run -> !run.isFailed()).count();
    }

    /** Returns true if the noise can be estimated. */
    boolean isRepeated() {
        return numbersBefore.size() > 1 && numbersAfter.size() > 1 && isAboveZero() && !hasDifferentSources();
    }

    Stream<Repeats> repeats() {
        return Stream.of(Repeats.of(numbersBefore), Repeats.of(numbersAfter));
    }

    Difference difference(NoiseModel noise) {
        return Difference.between(Repeats.of(numbersBefore), Repeats.of(numbersAfter), noise);
    }

    ValueChange row(Finding finding, NoiseModel noise) {
        ChangeRange range = range(finding.percent());
        double variance = repeats()
                .mapToDouble(side -> noise.of(side).variance())
                .average()
                .orElseThrow();
        return row(
                finding.difference().logRatio(),
                range,
                noise.isPooled() ? NoiseFrom.ALL_STEPS : NoiseFrom.REPEATS,
                100 * Math.expm1(Math.sqrt(variance)),
                finding.exceedsNoise() && excludesZero(range)
                        ? changeMark(finding.percent().estimate())
                        : Mark.INSIDE_NOISE);
    }

    ValueChange rowWithoutRepeats(double confidence) {
        boolean hasBothSides = !numbersBefore.isEmpty() && !numbersAfter.isEmpty();
        if (hasBothSides && isAboveZero() && !hasDifferentUnits()) {
            double logRatio = Repeats.of(numbersAfter).logMean()
                    - Repeats.of(numbersBefore).logMean();
            if (hasLowerLimit()) {
                double change = percent(Math.exp(logRatio));
                ChangeRange range = range(new ConfidenceInterval(change, change, change, confidence));
                return row(
                        logRatio,
                        range,
                        NoiseFrom.ONE_SEARCH,
                        null,
                        excludesZero(range) ? Mark.ONE_RUN : Mark.INSIDE_NOISE);
            }
            return row(logRatio, null, NoiseFrom.UNKNOWN, null, hasDifferentSources() ? Mark.NOT_JUDGED : Mark.ONE_RUN);
        }
        Double meanBefore = mean(numbersBefore);
        Double meanAfter = mean(numbersAfter);
        boolean areAllZero = hasBothSides
                && numbersBefore.stream().allMatch(number -> number == 0)
                && numbersBefore.containsAll(numbersAfter);
        Double change = areAllZero
                ? Double.valueOf(0)
                : meanBefore == null || meanAfter == null || meanBefore <= 0 || hasDifferentUnits()
                        ? null
                        : percent(meanAfter / meanBefore);
        return new ValueChange(
                step,
                value.name(),
                value.better(),
                meanBefore,
                meanAfter,
                numbersBefore.size(),
                numbersAfter.size(),
                change,
                null,
                NoiseFrom.UNKNOWN,
                null,
                hasDifferentSources() ? Mark.NOT_JUDGED : areAllZero ? markOfZeros() : Mark.UNKNOWN);
    }

    /** One run of a side does not show that the value is always 0. */
    private Mark markOfZeros() {
        return Math.min(numbersBefore.size(), numbersAfter.size()) < 2 ? Mark.ONE_RUN : Mark.INSIDE_NOISE;
    }

    private ValueChange row(
            double logRatio, @Nullable ChangeRange range, NoiseFrom noise, @Nullable Double noisePercent, Mark mark) {
        return new ValueChange(
                step,
                value.name(),
                value.better(),
                Repeats.of(numbersBefore).geometricMean(),
                Repeats.of(numbersAfter).geometricMean(),
                numbersBefore.size(),
                numbersAfter.size(),
                percent(Math.exp(logRatio)),
                range,
                noise,
                noisePercent,
                mark);
    }

    private Mark changeMark(double changePercent) {
        return switch (value.better()) {
            case HIGHER -> changePercent > 0 ? Mark.BETTER : Mark.WORSE;
            case LOWER -> changePercent < 0 ? Mark.BETTER : Mark.WORSE;
            case NEITHER -> Mark.CHANGED;
        };
    }

    private boolean isAboveZero() {
        return Stream.concat(numbersBefore.stream(), numbersAfter.stream()).allMatch(number -> number > 0);
    }

    /** Widens the interval by the rounding, and if a number is only a lower limit, because the true number may be higher. */
    private ChangeRange range(ConfidenceInterval percent) {
        double rounding = Math.exp(maxLogRounding());
        return new ChangeRange(
                percent(ratio(percent.low()) / maxFactor(runsBefore) / rounding),
                Math.min(MAX_PERCENT, percent(ratio(percent.high()) * maxFactor(runsAfter) * rounding)),
                percent.confidence());
    }

    /** Durations are stored in whole µs, so the ratio can be wrong by a step. Stored steps are below 0.1 % from 1 ms up. */
    double maxLogRounding() {
        double lowest = repeats().mapToDouble(Repeats::geometricMean).min().orElseThrow();
        return lowest < 1 && value.name().endsWith("Millis") && !value.isOfProbe() ? Math.log1p(0.001 / lowest) : 0;
    }

    private boolean hasLowerLimit() {
        return maxFactor(runsBefore) > 1 || maxFactor(runsAfter) > 1;
    }

    private static double maxFactor(List<ComparedRun> runs) {
        return runs.stream().mapToDouble(ComparedRun::maxFactor).max().orElse(1);
    }

    /** Returns the maximum of ln(true ratio / measured ratio). More repeats do not reduce it. */
    double maxLogExcess(boolean limitsFall) {
        return Math.log(maxFactor(limitsFall ? runsBefore : runsAfter)) + maxLogRounding();
    }

    boolean isNegative() {
        return Stream.concat(numbersBefore.stream(), numbersAfter.stream()).anyMatch(number -> number < 0);
    }

    /** Requires four runs per side: if both sides behave equally, the probability of this result is at most 1/256. */
    boolean isAboveZeroOnlyAfter() {
        return Math.min(numbersBefore.size(), numbersAfter.size()) >= 4
                && numbersBefore.stream().allMatch(number -> number == 0)
                && numbersAfter.stream().allMatch(number -> number > 0);
    }

    private static boolean excludesZero(ChangeRange range) {
        return range.lowPercent() > 0 || range.highPercent() < 0;
    }

    private static double ratio(double percent) {
        return 1 + percent / 100;
    }

    private static double percent(double ratio) {
        return 100 * (ratio - 1);
    }

    private static @Nullable Double mean(List<Double> values) {
        return values.isEmpty()
                ? null
                : (Double) values.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow();
    }

    private List<Double> knownNumbers(List<ComparedRun> runs) {
        return runs.stream()
                .map(run -> run.valueToNumber().apply(value))
                .filter(Objects::nonNull)
                .toList();
    }
}
