// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * The runs of both sides in one step. Complete runs of B are compared with complete runs of A, so that a loss in a failed run
 * of A does not hide theirs. Failed runs of B are compared with all runs of A, so that a result equals itself.
 */
record StepRuns(List<ComparedRun> before, List<ComparedRun> after) {

    /** The sides of which all runs failed. */
    enum FailedSides {
        NONE,
        ONLY_A,
        ONLY_B,
        BOTH
    }

    FailedSides failedSides() {
        if (haveAllFailedBefore()) {
            return haveAllFailedAfter() ? FailedSides.BOTH : FailedSides.ONLY_A;
        }
        return haveAllFailedAfter() ? FailedSides.ONLY_B : FailedSides.NONE;
    }

    boolean haveAllFailedBefore() {
        return before.stream().allMatch(ComparedRun::isFailed);
    }

    boolean haveAllFailedAfter() {
        return after.stream().allMatch(ComparedRun::isFailed);
    }

    Optional<Verdict.Status> worstVerdictBefore() {
        return worstVerdict(runs(before, false));
    }

    Optional<Verdict.Status> worstVerdictAfter() {
        Optional<Verdict.Status> worstOfFailed = worstVerdict(runs(after, true));
        Optional<Verdict.Status> worstOfAllBefore = worstVerdict(before);
        boolean isFailedWorse = worstOfFailed.isPresent()
                && (worstOfAllBefore.isEmpty() || worstOfFailed.get().compareTo(worstOfAllBefore.get()) > 0);
        return worstVerdict(isFailedWorse ? after : runs(after, false));
    }

    Map<String, ComparedConsumer> worstConsumersBefore() {
        return worstConsumers(runs(before, false));
    }

    Map<String, ComparedConsumer> worstConsumersAfter() {
        Map<String, ComparedConsumer> consumers = worstConsumers(runs(after, false));
        Map<String, ComparedConsumer> allBefore = worstConsumers(before);
        worstConsumers(runs(after, true)).forEach((name, consumer) -> {
            if (ComparedConsumer.severity(consumer) > ComparedConsumer.severity(allBefore.get(name))) {
                consumers.merge(name, consumer, worse());
            }
        });
        return consumers;
    }

    private static List<ComparedRun> runs(List<ComparedRun> runs, boolean failed) {
        return runs.stream().filter(run -> run.isFailed() == failed).toList();
    }

    private static Optional<Verdict.Status> worstVerdict(List<ComparedRun> runs) {
        return runs.stream().map(ComparedRun::verdict).filter(Objects::nonNull).max(Comparator.naturalOrder());
    }

    private static Map<String, ComparedConsumer> worstConsumers(List<ComparedRun> runs) {
        return runs.stream()
                .flatMap(run -> run.consumers().stream())
                .collect(Collectors.toMap(ComparedConsumer::name, consumer -> consumer, worse(), TreeMap::new));
    }

    private static BinaryOperator<ComparedConsumer> worse() {
        return BinaryOperator.maxBy(Comparator.comparingInt(ComparedConsumer::severity));
    }
}
