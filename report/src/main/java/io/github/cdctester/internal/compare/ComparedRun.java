// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult.CellResult;
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
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One repeat of a step, with its compared values: a run, a cell of a matrix, a phase of a plan, a search.
 *
 * @param numbers a number in the unit of its name; {@code null} if it was not measured
 * @param names the numbers that it can contain: others are not missing
 * @param hasOthers whether its totals contain other clients' transactions, and its delays do not
 * @param upTo upper limit of the true number, as a ratio from 1; infinite if unknown
 * @param noiseGroup steps of one group may have the same noise
 * @param verdict {@code null} without its own
 * @param consumers the consumers judged in the run; empty for a search
 * @param interrupted whether it ended early
 */
record ComparedRun(
        Function<ComparedValue, @Nullable Double> numbers,
        Predicate<ComparedValue> names,
        boolean hasOthers,
        double upTo,
        String noiseGroup,
        @Nullable Status verdict,
        List<ConsumerResult> consumers,
        boolean interrupted) {

    static ComparedRun of(RunResult run) {
        return new ComparedRun(
                value -> value.in(run),
                value -> value.number() != null || value.in(run) != null,
                hasOthers(run),
                1,
                "",
                run.verdict().status(),
                run.consumers(),
                run.interrupted());
    }

    /** A cell, of which the matrix has the key numbers. Reads and writes are disturbed by different things. */
    static ComparedRun of(CellResult cell) {
        return new ComparedRun(
                value -> cell.trial().values().get(value.name()),
                value -> value.number() != null || cell.trial().values().containsKey(value.name()),
                false,
                1,
                cell.workload(),
                cell.verdictStatus(),
                List.of(),
                false);
    }

    /** All phases of a plan as one run. {@code climbs}: how long the probes' series took to climb and to descend. */
    static ComparedRun of(PlanResult plan, Map<String, Double> climbs, String step) {
        return new ComparedRun(
                value -> value.number() == null ? climbs.get(value.name()) : value.in(plan.whole()),
                value -> value.number() != null || climbs.containsKey(value.name()),
                false,
                1,
                step,
                plan.whole().verdict().status(),
                plan.whole().consumers(),
                plan.interrupted());
    }

    /** Describes a phase; verdict and tester are the whole run's. */
    static ComparedRun of(PhaseResult phase) {
        boolean writes = phase.result().summary().write() != null;
        Predicate<ComparedValue> names = value -> value.number() != null
                && (value.number().isOfStream() || writes && value.number().isOfWrites());
        return new ComparedRun(
                value -> names.test(value) ? value.in(phase.result()) : null,
                names,
                hasOthers(phase.result()),
                1,
                phase.name(),
                null,
                List.of(),
                false);
    }

    /**
     * Describes a search; without a confirmed answer it has no number. A stream that was behind is the effect of a rate that is too
     * high.
     */
    static ComparedRun of(FindMaxResult search) {
        boolean confirmed = search.answer().confirmed();
        Double rate = search.answer().rate();
        Double failed = search.answer().lowestFailed();
        return new ComparedRun(
                value -> confirmed && value.equals(ComparedValue.HIGHEST_RATE) ? rate : null,
                ComparedValue.HIGHEST_RATE::equals,
                false,
                !confirmed
                        ? 1
                        : rate == null || failed == null || search.answer().isLowerBound()
                                ? Double.POSITIVE_INFINITY
                                : failed / rate,
                "",
                search.trials().stream()
                        .map(Trial::result)
                        .filter(Objects::nonNull)
                        .map(result -> result.verdict().status())
                        .filter(status -> status != Status.BEHIND)
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                List.of(),
                search.interrupted());
    }

    private static boolean hasOthers(RunResult run) {
        CdcSummary cdc = run.summary().cdc();
        return cdc != null && cdc.foreign() > 0;
    }

    @Nullable
    Double value(ComparedValue value) {
        return numbers.apply(value);
    }
}
