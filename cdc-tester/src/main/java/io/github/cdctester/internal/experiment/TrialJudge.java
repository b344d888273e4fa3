// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.experiment.search.RateSearch.Outcome;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult.ConsumerLimit;
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
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a rate passed. Outcomes by precedence: backlog of the stream, undelivered load, backlog of a consumer, broken limit or
 * bad verdict. With an undelivered load, limits are meaningless.
 */
record TrialJudge(List<Limit> limits) {

    Judgement judge(RunResult result) {
        List<Note> reasons = new ArrayList<>();
        Optional<Backlog> backlog = Backlog.of(Backlog.measuredSeconds(result));
        Delivery delivery = Delivery.of(result);
        boolean hasStreamBacklogGrown = addBacklogReasons(result, backlog, reasons);
        if (delivery.isIncomplete()) {
            reasons.add(delivery.note());
        }
        List<ConsumerBacklog> consumers = ConsumerBacklog.of(result);
        List<ConsumerBacklog> slowConsumers =
                consumers.stream().filter(ConsumerBacklog::isGrowing).toList();
        slowConsumers.forEach(consumer -> reasons.add(consumer.note()));
        List<Check> limitChecks = limits.stream()
                .map(limit -> limit.check(result.plan(), result.summary(), result.verdict(), result.consumers()))
                .toList();
        List<Check> failedChecks = Stream.concat(limitChecks.stream(), result.checks().stream())
                .filter(check -> !check.held())
                .toList();
        boolean isLimitBroken = addLimitReasons(result, failedChecks, reasons);
        TrialOutcome outcome = hasStreamBacklogGrown
                ? TrialOutcome.BACKLOG_GREW
                : delivery.isIncomplete()
                        ? TrialOutcome.NOT_DELIVERED
                        : slowConsumers.isEmpty()
                                ? isLimitBroken ? TrialOutcome.LIMIT_BROKE : TrialOutcome.HELD
                                : TrialOutcome.BACKLOG_GREW;
        boolean isClear = hasStreamBacklogGrown
                        && backlog.filter(Backlog::isClearlyGrowing).isPresent()
                || outcome == TrialOutcome.NOT_DELIVERED && delivery.isClearlyIncomplete()
                || slowConsumers.stream().anyMatch(ConsumerBacklog::isClearlyGrowing);
        Optional<ConsumerBacklog> bottleneckConsumer = switch (outcome) {
            case BACKLOG_GREW ->
                hasStreamBacklogGrown
                        ? Optional.empty()
                        : slowConsumers.stream().findFirst();
            case LIMIT_BROKE ->
                ConsumerBacklog.responsibleConsumer(
                        consumers, failedChecks, result.verdict().status());
            default -> Optional.empty();
        };
        return new Judgement(
                outcome,
                isClear,
                isClear ? reachedRate(result, outcome, delivery, slowConsumers) : null,
                reasons,
                limitChecks,
                backlog.map(growth -> 100 * growth.share()).orElse(null),
                bottleneckConsumer.isPresent()
                        ? LimitedBy.CONSUMER
                        : outcome == TrialOutcome.NOT_DELIVERED
                                ? delivery.limitedBy()
                                : Bottleneck.limitedBy(result, hasStreamBacklogGrown),
                bottleneckConsumer.map(ConsumerBacklog::limit).orElse(null));
    }

    private static boolean addBacklogReasons(RunResult result, Optional<Backlog> backlog, List<Note> reasons) {
        boolean hasGrown = false;
        if (backlog.filter(Backlog::isGrowing).isPresent()) {
            hasGrown = true;
            reasons.add(
                    Note.of(Code.BACKLOG_GREW, "percent", 100 * backlog.get().share()));
        }
        if (result.verdict().status() == Verdict.Status.BEHIND) {
            hasGrown = true;
            reasons.add(Note.of(Code.STREAM_END_NOT_SEEN));
        } else if (Bottleneck.isLate(result)) {
            hasGrown = true;
            reasons.add(Note.of(Code.CATCH_UP_LATE, "seconds", result.summary().catchUpSeconds()));
        }
        return hasGrown;
    }

    private static boolean addLimitReasons(RunResult result, List<Check> failedChecks, List<Note> reasons) {
        for (Check check : failedChecks) {
            reasons.add(Note.of(Code.LIMIT_BROKEN, "limit", check.expression(), "found", check.offender()));
        }
        List<Note> badVerdicts = VerdictNotes.of(result, status -> status != Verdict.Status.BEHIND);
        reasons.addAll(badVerdicts);
        return !failedChecks.isEmpty() || !badVerdicts.isEmpty();
    }

    /** Returns the lowest rate among writers, stream and clearly slow consumers, per second; {@code null} if it is zero. */
    private static @Nullable Double reachedRate(
            RunResult result, TrialOutcome outcome, Delivery delivery, List<ConsumerBacklog> slowConsumers) {
        double reached = DoubleStream.concat(
                        DoubleStream.of(streamRate(result, outcome, delivery.reachedPerSecond())),
                        slowConsumers.stream()
                                .filter(ConsumerBacklog::isClearlyGrowing)
                                .mapToDouble(backlog -> backlog.consumer().transactionsPerSecond()))
                .min()
                .orElseThrow();
        return reached > 0 ? (Double) reached : null;
    }

    private static double streamRate(RunResult result, TrialOutcome outcome, double writtenPerSecond) {
        if (outcome == TrialOutcome.NOT_DELIVERED) {
            return writtenPerSecond;
        }
        Verdict verdict = result.verdict();
        Long committed = verdict.committed();
        Long observed = verdict.observed();
        double arrivedShare =
                committed != null && committed > 0 && observed != null ? Math.min(1, (double) observed / committed) : 1;
        // the stream also has to deliver the transactions left from the warm-up
        double warmUpSeconds = result.plan().window().warmUp().toNanos() / 1e9;
        double seconds = result.summary().seconds();
        double catchUpSeconds =
                result.summary().cdc() == null ? 0 : result.summary().catchUpSeconds();
        double onTimeShare = (warmUpSeconds + seconds) / (warmUpSeconds + seconds + catchUpSeconds);
        return writtenPerSecond * arrivedShare * onTimeShare;
    }

    /** Returns the mean service time of the first load in ms; NaN if there are no transactions. */
    static double serviceMillis(RunResult result) {
        Double mean = Delivery.of(result).write().serviceTime().meanMillis();
        return mean == null ? Double.NaN : mean;
    }

    private record Delivery(int threads, WriteSummary write) {

        /** More left out starts than this percentage are not random variation. */
        private static final double CLEAR_PERCENT = 5;

        /** Workers that wait for the server during this share of their time cannot start more. */
        private static final double BUSY_SHARE = 0.8;

        static Delivery of(RunResult result) {
            NamedLoad load = result.plan().loads().get(0);
            WriteSummary total = Objects.requireNonNull(result.summary().write(), "a search writes");
            return new Delivery(
                    load.load().threads(),
                    total.workloads().stream()
                            .filter(workload -> workload.name().equals(load.name()))
                            .map(WorkloadSummary::write)
                            .findFirst()
                            .orElse(total));
        }

        boolean isIncomplete() {
            return write.omitsMoreThan(WriteSummary.MAX_LEFT_OUT_PERCENT);
        }

        boolean isClearlyIncomplete() {
            return write.omitsMoreThan(CLEAR_PERCENT);
        }

        double reachedPerSecond() {
            return write.transactionsPerSecond();
        }

        /** Returns the server if the workers mostly wait for its responses, otherwise the tester; {@code null} if unknown. */
        @Nullable
        LimitedBy limitedBy() {
            Double busyShare = busyShare();
            return busyShare == null ? null : busyShare >= BUSY_SHARE ? LimitedBy.SERVER : LimitedBy.TESTER;
        }

        Note note() {
            Double busyShare = busyShare();
            Double waitedPercent = busyShare != null && busyShare >= BUSY_SHARE ? 100 * busyShare : null;
            return Note.of(Code.LOAD_NOT_DELIVERED)
                    .with("leftOutPercent", write.leftOutPercent())
                    .with("reachedPerSecond", reachedPerSecond())
                    .with("threads", waitedPercent == null ? null : threads)
                    .with("waitedPercent", waitedPercent)
                    .with("idlePercent", busyShare == null || waitedPercent != null ? null : 100 * (1 - busyShare));
        }

        private @Nullable Double busyShare() {
            Double mean = write.serviceTime().meanMillis();
            return mean == null ? null : (Double) Math.min(1, mean / 1e3 * write.transactionsPerSecond() / threads);
        }
    }

    /**
     * @param isClear true if the rate failed by more than random variation
     * @param reached the reached rate, in transactions per second; {@code null} unless the trial clearly missed its rate
     * @param limitedBy {@code null} if unknown
     * @param consumer the consumer with the fastest growing backlog; {@code null} unless only consumers failed
     */
    record Judgement(
            TrialOutcome outcome,
            boolean isClear,
            @Nullable Double reached,
            List<Note> reasons,
            List<Check> limitChecks,
            @Nullable Double backlogGrowthPercent,
            @Nullable LimitedBy limitedBy,
            @Nullable ConsumerLimit consumer) {

        static Judgement ofFailedRun(@Nullable String reason) {
            return new Judgement(
                    TrialOutcome.RUN_FAILED,
                    false,
                    null,
                    List.of(Note.of(Code.TRIAL_FAILED, "reason", reason)),
                    List.of(),
                    null,
                    null,
                    null);
        }

        /** After a start that was not idle, a failure is not clear, because the backlog may come from the previous run. */
        Judgement withIdleStart(@Nullable Boolean startedIdle) {
            if (outcome == TrialOutcome.HELD || !Boolean.FALSE.equals(startedIdle)) {
                return this;
            }
            return withReason(Note.of(Code.NOT_IDLE_BEFORE), false, null);
        }

        Judgement withEarlyEnd(TrialWatch watch) {
            return watch.isMet() && outcome != TrialOutcome.HELD ? withReason(watch.note(), isClear, reached) : this;
        }

        private Judgement withReason(Note reason, boolean isClear, @Nullable Double newReached) {
            List<Note> allReasons = new ArrayList<>(reasons);
            allReasons.add(reason);
            return new Judgement(
                    outcome, isClear, newReached, allReasons, limitChecks, backlogGrowthPercent, limitedBy, consumer);
        }

        Outcome searchOutcome() {
            return switch (outcome) {
                case HELD -> Outcome.PASSED;
                case RUN_FAILED -> Outcome.NOT_MEASURED;
                default -> isClear ? Outcome.OVERLOADED : Outcome.FAILED;
            };
        }
    }
}
