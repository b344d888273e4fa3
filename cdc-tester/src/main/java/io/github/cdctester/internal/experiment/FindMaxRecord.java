// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.search.NextTrial;
import io.github.cdctester.internal.experiment.search.SearchAnswer;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.RateBracket;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.FindMaxResult.TrialRow;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What there is of a search up to now. */
final class FindMaxRecord {

    private final FindMaxPlan plan;
    private final Plan base;
    private final Instant startedAt = Instant.now();
    private final List<Trial> trials = new ArrayList<>();
    private final List<TrialRow> table = new ArrayList<>();
    private boolean interrupted;
    private @Nullable String endedBecause;

    FindMaxRecord(FindMaxPlan plan, Plan base) {
        this.plan = plan;
        this.base = base;
    }

    Trial add(Turn turn, NextTrial next, RunSeries.Ended ended, Judgement judgement) {
        Trial trial = new Trial(
                turn.step(),
                next.rate(),
                next.purpose(),
                judgement.outcome(),
                judgement.reasons(),
                turn.folder(),
                ended.beganAtRest(),
                null,
                ended.result());
        RunResult result = ended.result();
        trials.add(trial);
        table.add(new TrialRow(
                turn.step(),
                next.rate(),
                next.purpose(),
                judgement.outcome(),
                judgement.limitedBy(),
                judgement.backlogGrowthPercent(),
                judgement.limits(),
                result == null ? Map.of() : new StepValues(result).byName()));
        return trial;
    }

    /** The wait behind the latest run has ended. */
    void settled(@Nullable Settling settling) {
        int last = trials.size() - 1;
        trials.set(last, trials.get(last).withSettling(settling));
    }

    /** Whether somebody wants the search to end early. */
    void interrupted(boolean wanted) {
        interrupted = wanted;
    }

    /** It will have no answer. */
    void endedBecause(@Nullable String reason) {
        endedBecause = reason;
    }

    FindMaxResult result(
            SearchAnswer answer, @Nullable Double restMillis, @Nullable String failure, List<Check> checks) {
        return new FindMaxResult(
                RunResult.SCHEMA_VERSION,
                FindMaxResult.KIND,
                startedAt,
                base.loads().get(0).name(),
                base.loads().size() == 1
                        ? null
                        : base.loads().stream().skip(1).map(NamedLoad::name).collect(Collectors.joining(", ")),
                plan.limits().stream().map(Limit::expression).toList(),
                plan.startRate(),
                plan.maxRate(),
                100 * plan.precision(),
                plan.confirmations(),
                plan.steps(),
                restMillis,
                interrupted,
                endedBecause,
                failure,
                checks,
                answer(answer),
                trials,
                table);
    }

    private Answer answer(SearchAnswer found) {
        TrialRow broke = failure(found.lowestFailed());
        return new Answer(
                found.status(),
                found.confirmed() ? found.rate() : null,
                found.held(),
                found.failed(),
                found.confirmed(),
                found.lowestFailed(),
                found.resolution() == null ? null : (Double) (100 * found.resolution()),
                broke == null ? null : broke.outcome(),
                broke == null ? null : broke.limitedBy(),
                new RateBracket(found.rate(), found.lowestFailed()),
                broke == null ? null : bound(broke));
    }

    private static @Nullable Bound bound(TrialRow broke) {
        boolean tester = broke.limitedBy() == LimitedBy.TESTER;
        boolean server = broke.limitedBy() == LimitedBy.SERVER;
        return switch (broke.outcome()) {
            case LIMIT_BROKE -> Bound.LIMIT;
            case NOT_DELIVERED -> server ? Bound.SERVER : Bound.WRITER;
            case BACKLOG_GREW -> tester ? Bound.READER : server ? Bound.SERVER : null;
            case HELD, RUN_FAILED -> null;
        };
    }

    /** The last trial at a rate that did not hold. */
    private @Nullable TrialRow failure(@Nullable Double rate) {
        TrialRow latest = null;
        for (TrialRow row : table) {
            if (rate != null
                    && row.rate() == rate
                    && row.outcome() != TrialOutcome.HELD
                    && row.outcome() != TrialOutcome.RUN_FAILED) {
                latest = row;
            }
        }
        return latest;
    }
}
