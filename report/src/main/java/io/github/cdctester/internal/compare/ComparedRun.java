// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.summary.CdcSummary;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The compared values of one run, matrix cell, phase of a plan, whole plan, or search.
 *
 * @param valueToNumber returns {@code null} if the value was not measured
 * @param valueToSource returns a delay's source or a probe's unit; {@code null} for other values, and if it is unknown. Numbers of
 *     different sources are not comparable.
 * @param valueToInsufficientCount returns the number of measurements of a percentile if they are too few; always empty for a cell
 *     or a search
 * @param canContain returns true for values that this kind of run can contain; other values are not reported as missing
 * @param otherClients {@code null} if no other client wrote, and for a cell or a search. A whole plan has it only if its phases do
 *     not.
 * @param maxFactor largest factor by which the true number can exceed the measured number: 1 if the measured number is exact,
 *     infinite if the factor is unknown
 * @param noiseGroup name of a group of steps that are assumed to have the same noise
 * @param consumers empty for a phase
 */
record ComparedRun(
        Function<ComparedValue, @Nullable Double> valueToNumber,
        Function<ComparedValue, @Nullable String> valueToSource,
        Function<ComparedValue, OptionalLong> valueToInsufficientCount,
        Predicate<ComparedValue> canContain,
        @Nullable OtherClients otherClients,
        double maxFactor,
        String noiseGroup,
        @Nullable Status verdict,
        List<ComparedConsumer> consumers,
        Completion completion) {

    enum Completion {
        COMPLETE,
        INTERRUPTED,
        FAILED;

        static Completion of(boolean isInterrupted) {
            return isInterrupted ? INTERRUPTED : COMPLETE;
        }
    }

    /**
     * Other clients wrote during the run.
     *
     * @param mixedValues values besides rates that include the other clients, as text; {@code null} for none
     */
    record OtherClients(@Nullable String mixedValues) {}

    static ComparedRun of(RunResult run) {
        return new ComparedRun(
                value -> value.valueIn(run),
                value -> value.sourceIn(run),
                value -> value.insufficientCountIn(run),
                value -> value.runValue() != null || value.valueIn(run) != null,
                otherClients(run),
                1,
                "",
                run.verdict().status(),
                consumers(run).toList(),
                Completion.of(run.interrupted()));
    }

    /**
     * Returns a run without values, so that a step whose runs all failed keeps its place among the steps. Ignores the verdict
     * BEHIND, because every interrupted run can be BEHIND.
     *
     * @param partialResult {@code null} if nothing was measured
     */
    static ComparedRun failed(String noiseGroup, @Nullable RunResult partialResult) {
        return new ComparedRun(
                value -> null,
                value -> null,
                value -> OptionalLong.empty(),
                value -> false,
                null,
                1,
                noiseGroup,
                partialResult == null
                                || !isWorseThanBehind(partialResult.verdict().status())
                        ? null
                        : partialResult.verdict().status(),
                partialResult == null
                        ? List.of()
                        : consumers(partialResult)
                                .filter(consumer -> isWorseThanBehind(consumer.verdict()))
                                .toList(),
                Completion.FAILED);
    }

    /** The noise is pooled per workload, because reads and writes have different noise. */
    static ComparedRun of(CellResult cell) {
        return new ComparedRun(
                value -> cell.trial().values().get(value.name()),
                value -> cell.delaySources().get(value.name()),
                value -> OptionalLong.empty(),
                value -> value.runValue() != null || cell.trial().values().containsKey(value.name()),
                null,
                1,
                cell.workload(),
                cell.verdictStatus(),
                cell.consumerVerdicts().entrySet().stream()
                        .map(consumer -> new ComparedConsumer(consumer.getKey(), consumer.getValue(), null))
                        .toList(),
                Completion.COMPLETE);
    }

    /** Treats all phases of a plan as one run. {@code otherValues} contains values that only plans have, such as drain rates. */
    static ComparedRun of(PlanResult plan, Map<String, Double> otherValues, String step) {
        return new ComparedRun(
                value -> value.runValue() == null ? otherValues.get(value.name()) : value.valueIn(plan.whole()),
                value -> value.sourceIn(plan.whole()),
                value -> value.insufficientCountIn(plan.whole()),
                value -> value.runValue() != null || otherValues.containsKey(value.name()),
                isForeignKnown(plan.whole()) ? null : otherClients(plan.whole()),
                1,
                step,
                plan.whole().verdict().status(),
                consumers(plan.whole()).toList(),
                Completion.of(plan.interrupted()));
    }

    /** A phase has no verdict and no tester values, because both belong to the whole plan. */
    static ComparedRun of(PhaseResult phase) {
        boolean hasWrites = phase.result().summary().write() != null;
        Predicate<ComparedValue> canContain = value -> value.runValue() != null
                && (value.runValue().isOfStream()
                        || hasWrites && value.runValue().isOfWrites());
        return new ComparedRun(
                value -> canContain.test(value) ? value.valueIn(phase.result()) : null,
                value -> value.sourceIn(phase.result()),
                value -> value.insufficientCountIn(phase.result()),
                canContain,
                otherClients(phase.result()),
                1,
                phase.name(),
                null,
                List.of(),
                Completion.COMPLETE);
    }

    /** The verdicts ignore BEHIND, because every rate above the capacity causes BEHIND. */
    static ComparedRun of(FindMaxResult search) {
        Double rate = search.answer().rate();
        Double lowestFailed = search.answer().lowestFailed();
        return new ComparedRun(
                value -> value.equals(ComparedValue.HIGHEST_RATE) ? rate : null,
                value -> null,
                value -> OptionalLong.empty(),
                ComparedValue.HIGHEST_RATE::equals,
                null,
                rate == null
                        ? 1
                        : lowestFailed == null || search.answer().isLowerBound()
                                ? Double.POSITIVE_INFINITY
                                : lowestFailed / rate,
                "",
                results(search)
                        .map(result -> result.verdict().status())
                        .filter(status -> status != Status.BEHIND)
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                results(search)
                        .flatMap(ComparedRun::consumers)
                        .filter(consumer -> consumer.verdict() != Status.BEHIND)
                        .toList(),
                Completion.of(search.interrupted()));
    }

    private static Stream<RunResult> results(FindMaxResult search) {
        return search.trials().stream().map(Trial::result).filter(Objects::nonNull);
    }

    private static Stream<ComparedConsumer> consumers(RunResult run) {
        return run.consumers().stream().map(ComparedConsumer::of);
    }

    private static boolean isWorseThanBehind(Status status) {
        return status.compareTo(Status.BEHIND) > 0;
    }

    /** Without the run's own transactions, only the run's note shows that other clients wrote. */
    private static @Nullable OtherClients otherClients(RunResult run) {
        if (isForeignKnown(run)) {
            return run.summary().stream().foreign() > 0 ? new OtherClients(null) : null;
        }
        return run.notes().stream()
                .filter(note -> note.code() == Code.OTHERS_WROTE)
                .findFirst()
                .map(note -> new OtherClients((String) note.arguments().get("mixed")))
                .orElse(null);
    }

    private static boolean isForeignKnown(RunResult run) {
        CdcSummary cdc = run.summary().cdc();
        return cdc != null && cdc.own() != null;
    }

    boolean isFailed() {
        return completion == Completion.FAILED;
    }
}
