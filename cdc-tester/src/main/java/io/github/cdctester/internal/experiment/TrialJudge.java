// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.experiment.search.RateSearch.Outcome;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a rate passed: the load was delivered, no backlog grew, and all limits were met. A growing backlog takes
 * precedence over an undelivered load, because it does not depend on the delivery. An undelivered load takes precedence over
 * limits, because limits mean nothing without the load.
 */
record TrialJudge(List<Limit> limits) {

    /** A backlog that grows by more than this share of the commits fails the rate. */
    private static final double GROWING_SHARE = 0.01;

    /** A backlog that grows by this share of the commits is no random variation. */
    private static final double CLEAR_SHARE = 0.02;

    Judgement judge(RunResult result) {
        List<Note> reasons = new ArrayList<>();
        Optional<Backlog> backlog = Backlog.of(result);
        Delivery delivery = Delivery.of(result);
        boolean grew = backlog(result, backlog, reasons);
        if (delivery.isShort()) {
            reasons.add(delivery.note());
        }
        List<Check> checks = limits.stream()
                .map(limit -> limit.check(result.plan(), result.summary(), result.verdict(), result.consumers()))
                .toList();
        boolean limitBroken = limits(result, checks, reasons);
        TrialOutcome outcome = grew
                ? TrialOutcome.BACKLOG_GREW
                : delivery.isShort()
                        ? TrialOutcome.NOT_DELIVERED
                        : limitBroken ? TrialOutcome.LIMIT_BROKE : TrialOutcome.HELD;
        boolean clear = outcome == TrialOutcome.BACKLOG_GREW
                        && backlog.filter(one -> one.certain() && one.share() >= CLEAR_SHARE)
                                .isPresent()
                || outcome == TrialOutcome.NOT_DELIVERED && delivery.isClear();
        return new Judgement(
                outcome,
                clear,
                clear ? reached(result, outcome, delivery) : null,
                reasons,
                checks,
                backlog.map(one -> 100 * one.share()).orElse(null),
                outcome == TrialOutcome.NOT_DELIVERED ? delivery.limitedBy() : Bottleneck.limitedBy(result, grew));
    }

    private static boolean backlog(RunResult result, Optional<Backlog> backlog, List<Note> reasons) {
        boolean grew = false;
        if (backlog.isPresent() && backlog.get().rising() && backlog.get().share() > GROWING_SHARE) {
            grew = true;
            reasons.add(
                    Note.of(Code.BACKLOG_GREW, "percent", 100 * backlog.get().share()));
        }
        if (result.verdict().status() == Verdict.Status.BEHIND) {
            grew = true;
            reasons.add(Note.of(Code.STREAM_END_NOT_SEEN));
        } else if (Bottleneck.isLate(result)) {
            grew = true;
            reasons.add(Note.of(Code.CATCH_UP_LATE, "seconds", result.summary().catchUpSeconds()));
        }
        return grew;
    }

    private static boolean limits(RunResult result, List<Check> checks, List<Note> reasons) {
        boolean limitBroken = false;
        List<Check> all = new ArrayList<>(checks);
        all.addAll(result.checks());
        for (Check check : all) {
            if (!check.held()) {
                limitBroken = true;
                reasons.add(Note.of(Code.LIMIT_BROKEN, "limit", check.expression(), "found", check.offender()));
            }
        }
        List<Note> wrong = VerdictNotes.of(result, status -> status != Verdict.Status.BEHIND);
        reasons.addAll(wrong);
        limitBroken |= !wrong.isEmpty();
        return limitBroken;
    }

    private static @Nullable Double reached(RunResult result, TrialOutcome outcome, Delivery delivery) {
        double writtenRate = delivery.reached();
        if (outcome == TrialOutcome.NOT_DELIVERED) {
            return writtenRate;
        }
        Verdict verdict = result.verdict();
        Long committed = verdict.committed();
        Long observed = verdict.observed();
        double arrived =
                committed != null && committed > 0 && observed != null ? Math.min(1, (double) observed / committed) : 1;
        // the stream must also deliver transactions that remained from the warm-up
        double warmUp = result.plan().window().warmUp().toNanos() / 1e9;
        double seconds = result.summary().seconds();
        double late = result.summary().cdc() == null ? 0 : result.summary().catchUpSeconds();
        double share = (warmUp + seconds) / (warmUp + seconds + late);
        double reached = writtenRate * arrived * share;
        return reached > 0 ? (Double) reached : null;
    }

    /** Returns the mean service time of the first load's transactions in ms; {@code NaN} without transactions. */
    static double serviceMillis(RunResult result) {
        Double mean = Delivery.of(result).write().serviceTime().meanMillis();
        return mean == null ? Double.NaN : mean;
    }

    /** Measures whether the first load's transactions started on time. */
    private record Delivery(int threads, WriteSummary write) {

        /** A larger share of transactions that were not started is no random variation. */
        private static final double CLEAR_PERCENT = 5;

        /** Workers that wait for the server for this share of their time cannot start more transactions. */
        private static final double BUSY = 0.8;

        static Delivery of(RunResult result) {
            NamedLoad load = result.plan().loads().get(0);
            WriteSummary all = Objects.requireNonNull(result.summary().write(), "a search writes");
            return new Delivery(
                    load.load().threads(),
                    all.workloads().stream()
                            .filter(one -> one.name().equals(load.name()))
                            .map(WorkloadSummary::write)
                            .findFirst()
                            .orElse(all));
        }

        boolean isShort() {
            return write.leavesOutMoreThan(WriteSummary.MAX_LEFT_OUT_PERCENT);
        }

        boolean isClear() {
            return write.leavesOutMoreThan(CLEAR_PERCENT);
        }

        double reached() {
            return write.transactionsPerSecond();
        }

        /**
         * Returns the server if the workers mostly wait for its responses; otherwise the tester, which starts transactions too
         * late.
         */
        @Nullable
        LimitedBy limitedBy() {
            Double busy = busyShare();
            return busy == null ? null : busy >= BUSY ? LimitedBy.SERVER : LimitedBy.TESTER;
        }

        Note note() {
            Double busy = busyShare();
            Double waited = busy != null && busy >= BUSY ? 100 * busy : null;
            return Note.of(Code.LOAD_NOT_DELIVERED)
                    .with("leftOutPercent", leftOutPercent())
                    .with("reachedPerSecond", reached())
                    .with("threads", waited == null ? null : threads)
                    .with("waitedPercent", waited)
                    .with("idlePercent", busy == null || waited != null ? null : 100 * (1 - busy));
        }

        private double leftOutPercent() {
            Double percent = write.leftOutPercent();
            return percent == null ? 0 : percent;
        }

        private @Nullable Double busyShare() {
            Double mean = write.serviceTime().meanMillis();
            return mean == null ? null : (Double) Math.min(1, mean / 1e3 * write.transactionsPerSecond() / threads);
        }
    }

    /**
     * The judgement of a trial about its rate.
     *
     * @param clear true if the outcome is no random variation
     * @param reached actual throughput in transactions per second if the rate clearly failed; otherwise {@code null}
     * @param limitedBy the bottleneck of the writes or the stream; {@code null} if unknown
     */
    record Judgement(
            TrialOutcome outcome,
            boolean clear,
            @Nullable Double reached,
            List<Note> reasons,
            List<Check> limits,
            @Nullable Double backlogGrowthPercent,
            @Nullable LimitedBy limitedBy) {

        static Judgement ofFailedRun(@Nullable String reason) {
            return new Judgement(
                    TrialOutcome.RUN_FAILED,
                    false,
                    null,
                    List.of(Note.of(Code.TRIAL_FAILED, "reason", reason)),
                    List.of(),
                    null,
                    null);
        }

        /** Adds a note if the stream was not idle at the start: the backlog may come from the previous run. */
        Judgement withIdleStart(@Nullable Boolean startedIdle) {
            if (outcome == TrialOutcome.HELD || !Boolean.FALSE.equals(startedIdle)) {
                return this;
            }
            return withReason(Note.of(Code.NOT_IDLE_BEFORE), false, null);
        }

        /** Adds a note if the watch ended the trial early and the rate failed. */
        Judgement withEarlyEnd(TrialWatch watch) {
            return watch.isMet() && outcome != TrialOutcome.HELD ? withReason(watch.note(), clear, reached) : this;
        }

        private Judgement withReason(Note reason, boolean stillClear, @Nullable Double newReached) {
            List<Note> allReasons = new ArrayList<>(reasons);
            allReasons.add(reason);
            return new Judgement(outcome, stillClear, newReached, allReasons, limits, backlogGrowthPercent, limitedBy);
        }

        Outcome forSearch() {
            return switch (outcome) {
                case HELD -> Outcome.HELD;
                case RUN_FAILED -> Outcome.VOID;
                default -> clear ? Outcome.OVERLOADED : Outcome.FAILED;
            };
        }
    }
}
