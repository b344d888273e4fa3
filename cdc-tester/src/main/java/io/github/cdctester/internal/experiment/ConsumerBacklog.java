// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.FindMaxResult.ConsumerLimit;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A consumer in a trial.
 *
 * @param growth growth of the backlog; {@code null} if there are too few seconds
 */
record ConsumerBacklog(ConsumerResult consumer, @Nullable Backlog growth) {

    /** The fastest growing backlog is first. */
    static List<ConsumerBacklog> of(RunResult result) {
        Map<String, Backlog> growths = Backlog.ofConsumers(Backlog.measuredSeconds(result));
        return result.consumers().stream()
                .map(consumer -> new ConsumerBacklog(consumer, growths.get(consumer.name())))
                .sorted(Comparator.comparingDouble(ConsumerBacklog::share).reversed())
                .toList();
    }

    /**
     * Returns the first consumer with a failed check or a bad verdict. Empty if the failure also has another cause: a failed check on
     * another value, or a bad verdict of the stream.
     */
    static Optional<ConsumerBacklog> responsibleConsumer(
            List<ConsumerBacklog> consumers, List<Check> failedChecks, Verdict.Status streamStatus) {
        List<ConsumerBacklog> failedConsumers = consumers.stream()
                .filter(backlog ->
                        !backlog.consumer.isHeld() || failedChecks.stream().anyMatch(backlog::isSubjectOf))
                .toList();
        boolean hasOtherFailedCheck = failedChecks.stream()
                .anyMatch(check -> failedConsumers.stream().noneMatch(backlog -> backlog.isSubjectOf(check)));
        return hasOtherFailedCheck || streamStatus.isBad()
                ? Optional.empty()
                : failedConsumers.stream().findFirst();
    }

    private boolean isSubjectOf(Check check) {
        return check.expression().strip().matches("(?i:consumers)\\." + Pattern.quote(consumer.name() + ".") + ".*");
    }

    private double share() {
        return growth == null ? 0 : growth.share();
    }

    /** Lost transactions are not backlog: they never arrive. */
    boolean isGrowing() {
        Verdict.Status status = consumer.verdict().status();
        return status == Verdict.Status.BEHIND || status != Verdict.Status.LOST && growth != null && growth.isGrowing();
    }

    boolean isClearlyGrowing() {
        return isGrowing() && growth != null && growth.isClearlyGrowing();
    }

    Note note() {
        return Note.of(Code.CONSUMER_BACKLOG_GREW)
                .with("consumer", consumer.name())
                .with("percent", growth == null ? null : 100 * growth.share())
                .with("perSecond", consumer.transactionsPerSecond())
                .with("behind", consumer.behindAtEnd());
    }

    ConsumerLimit limit() {
        return new ConsumerLimit(
                consumer.name(),
                consumer.transactionsPerSecond(),
                growth == null ? null : (Double) (100 * growth.share()),
                consumer.behindAtEnd());
    }
}
