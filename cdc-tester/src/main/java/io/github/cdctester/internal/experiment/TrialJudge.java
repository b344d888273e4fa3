// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a rate held: it was delivered, no backlog grew, and all limits held. Where several of these are not so, the
 * stream's backlog is the outcome, as it is there whatever was delivered; then that the rate was not delivered, as a limit that
 * breaks then says nothing about it.
 */
final class TrialJudge {

    /** More of what is committed that stays behind is a backlog that grows. */
    private static final double GROWING_SHARE = 0.01;

    /** More is no chance. */
    private static final double CLEAR_SHARE = 0.02;

    private final List<Limit> limits;

    TrialJudge(List<Limit> limits) {
        this.limits = List.copyOf(limits);
    }

    Judgement judge(RunResult result) {
        List<String> reasons = new ArrayList<>();
        Optional<Backlog> backlog = Backlog.of(result);
        Delivery delivery = Delivery.of(result);
        boolean grew = backlog(result, backlog, reasons);
        if (delivery.isShort()) {
            reasons.add(delivery.inWords());
        }
        List<Check> found = limits.stream()
                .map(limit -> limit.check(result.plan(), result.summary(), result.verdict(), result.consumers()))
                .toList();
        boolean broke = limits(result, found, reasons);
        TrialOutcome outcome = grew
                ? TrialOutcome.BACKLOG_GREW
                : delivery.isShort()
                        ? TrialOutcome.NOT_DELIVERED
                        : broke ? TrialOutcome.LIMIT_BROKE : TrialOutcome.HELD;
        boolean clear = outcome == TrialOutcome.BACKLOG_GREW
                        && backlog.filter(one -> one.certain() && one.share() >= CLEAR_SHARE)
                                .isPresent()
                || outcome == TrialOutcome.NOT_DELIVERED && delivery.isClear();
        return new Judgement(
                outcome,
                clear,
                clear ? reached(result, outcome, delivery) : null,
                reasons,
                found,
                backlog.map(one -> 100 * one.share()).orElse(null),
                outcome == TrialOutcome.NOT_DELIVERED ? delivery.limitedBy() : StepValues.limitedBy(result, grew));
    }

    private static boolean backlog(RunResult result, Optional<Backlog> backlog, List<String> reasons) {
        boolean grew = false;
        if (backlog.isPresent() && backlog.get().rising() && backlog.get().share() > GROWING_SHARE) {
            grew = true;
            reasons.add(String.format(
                    Locale.ROOT,
                    "the backlog grew: %.1f %% of what was committed stayed behind",
                    100 * backlog.get().share()));
        }
        if (result.verdict().status() == Verdict.Status.BEHIND) {
            grew = true;
            reasons.add("the end of the stream was not seen in time");
        } else if (StepValues.isLate(result)) {
            grew = true;
            reasons.add(String.format(
                    Locale.ROOT,
                    "the stream needed %.1f s more than the writes to its end",
                    result.summary().catchUpSeconds()));
        }
        return grew;
    }

    private static boolean limits(RunResult result, List<Check> found, List<String> reasons) {
        boolean broke = false;
        List<Check> all = new ArrayList<>(found);
        all.addAll(result.checks());
        for (Check check : all) {
            if (!check.held()) {
                broke = true;
                reasons.add("failed " + check.expression() + (check.offender() == null ? "" : ": " + check.offender()));
            }
        }
        Verdict.Status verdict = result.verdict().status();
        if (verdict.isBad() && verdict != Verdict.Status.BEHIND) {
            broke = true;
            reasons.add("the stream was not whole: " + result.verdict().headline());
        }
        return broke;
    }

    /** What came through a second, in starts of the first load. */
    private static @Nullable Double reached(RunResult result, TrialOutcome outcome, Delivery delivery) {
        double written = delivery.reached();
        if (outcome == TrialOutcome.NOT_DELIVERED) {
            return written;
        }
        Verdict verdict = result.verdict();
        Long committed = verdict.committed();
        double arrived = committed != null && committed > 0 ? Math.min(1, (double) verdict.observed() / committed) : 1;
        // what the warm-up left has to arrive in the same time
        double warmUp = result.plan().window().warmUp().toNanos() / 1e9;
        double seconds = result.summary().seconds();
        double share = (warmUp + seconds)
                / (warmUp + Math.max(seconds, result.summary().cdc().seconds()));
        double reached = written * arrived * share;
        return reached > 0 ? (Double) reached : null;
    }
}
