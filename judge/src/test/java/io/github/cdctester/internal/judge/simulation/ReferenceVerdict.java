// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.simulation;

import io.github.cdctester.internal.judge.simulation.ConsumerOutput.Item;
import io.github.cdctester.internal.judge.simulation.ConsumerOutput.ItemType;
import io.github.cdctester.internal.judge.simulation.Scenario.Ending;
import io.github.cdctester.internal.judge.simulation.Scenario.FaultKind;
import io.github.cdctester.internal.judge.simulation.Scenario.Owner;
import io.github.cdctester.internal.judge.simulation.Scenario.Row;
import io.github.cdctester.internal.judge.simulation.Scenario.Transaction;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes the correct verdict on a scenario, without code of the judge. The judge receives only part of the scenario, so {@code
 * NOT_CHECKED} may also be correct.
 */
final class ReferenceVerdict {

    private final Scenario scenario;
    private final List<Item> changes;
    private final List<Transaction> expected;
    private final boolean isByRow;

    private final List<Transaction> missing = new ArrayList<>();
    private final List<Transaction> repeated = new ArrayList<>();

    /** Transactions that the stopped consumer could not report. */
    private final List<Transaction> unreached = new ArrayList<>();

    private final List<Transaction> replaced = new ArrayList<>();

    private ReferenceVerdict(Scenario scenario) {
        this.scenario = scenario;
        isByRow = scenario.settings().identity() == Identity.ROW;
        changes = ConsumerOutput.of(scenario).stream()
                .filter(item -> item.kind() == ItemType.CHANGE)
                .toList();
        expected = scenario.transactions().stream().filter(this::isExpected).toList();
        expected.forEach(this::compare);
    }

    /** Returns {@code null} if the result is correct. */
    static @Nullable String disagreement(Scenario scenario, ConsumerResult result) {
        return new ReferenceVerdict(scenario).errorIn(result);
    }

    private boolean isExpected(Transaction transaction) {
        if (transaction.warmUp() || transaction.owner() == Owner.HEARTBEAT) {
            return false;
        }
        if (isByRow) {
            return transaction.isStamped();
        }
        return scenario.settings().tracked() ? transaction.isRunCommit() && transaction.acknowledged() : true;
    }

    private void compare(Transaction transaction) {
        List<Item> items = changes.stream()
                .filter(item -> item.transaction().id() == transaction.id())
                .filter(item -> item.row() == null || item.row().ofWorkload())
                .toList();
        List<Row> rows = transaction.rows().stream().filter(Row::ofWorkload).toList();
        int expectedCount = isByRow ? rows.size() : 1;
        if (items.size() < expectedCount) {
            missing.add(transaction);
            if (isUnreached(transaction)) {
                unreached.add(transaction);
            }
        }
        if (items.size() > expectedCount) {
            repeated.add(transaction);
        }
        if (isByRow && items.size() >= expectedCount) {
            List<Row> unmatched = new ArrayList<>(rows);
            items.forEach(item -> unmatched.remove(item.row()));
            if (!unmatched.isEmpty()) {
                replaced.add(transaction);
            }
        }
    }

    private boolean isUnreached(Transaction transaction) {
        return scenario.faults().stream()
                        .anyMatch(fault -> fault.kind() == FaultKind.STOP && fault.transaction() <= transaction.id())
                && scenario.faults().stream()
                        .noneMatch(fault -> fault.transaction() == transaction.id()
                                && (fault.kind() == FaultKind.LOSE || fault.kind() == FaultKind.LOSE_ROW))
                && !scenario.has(FaultKind.ONLY_TRIGGER_ROWS);
    }

    /** @param onlyProvable false to include pairs whose correct order the judge may not know */
    private boolean isReordered(boolean onlyProvable) {
        List<Item> firstChanges = new ArrayList<>();
        for (Item item : changes) {
            if (!isOrdered(item.transaction(), onlyProvable)
                    || isByRow && !item.row().ofWorkload()
                    || firstChanges.contains(item)) {
                continue;
            }
            for (Item earlier : firstChanges) {
                if (earlier.transaction().id() > item.transaction().id()
                        && (!isByRow
                                || earlier.row().equals(item.row())
                                        && (!onlyProvable
                                                || isOrderKnown(earlier.transaction(), item.transaction())))) {
                    return true;
                }
            }
            firstChanges.add(item);
        }
        return false;
    }

    /** @param onlyProvable false to include transactions whose order the judge may check */
    private boolean isOrdered(Transaction transaction, boolean onlyProvable) {
        return expected.contains(transaction)
                || !onlyProvable
                        && !transaction.warmUp()
                        && (isByRow
                                ? transaction.owner() == Owner.RUN_UNKNOWN
                                : transaction.owner() != Owner.HEARTBEAT);
    }

    private boolean isOrderKnown(Transaction first, Transaction second) {
        return first.writer() == second.writer()
                || scenario.settings().tracked() && first.acknowledged() && second.acknowledged();
    }

    private boolean isOutputEnded() {
        Ending ending = scenario.settings().ending();
        return ending == Ending.ENDED || ending == Ending.ASSUMED;
    }

    private @Nullable String errorIn(ConsumerResult result) {
        Verdict verdict = result.verdict();
        Set<Status> allowed = allowedStatuses();
        if (!allowed.contains(verdict.status())) {
            return verdict.headline() + " (" + verdict.reason() + ") in place of " + allowed + ", missing "
                    + ids(missing) + ", repeated " + ids(repeated) + ", unreached " + ids(unreached) + ", replaced "
                    + ids(replaced);
        }
        long lost = verdict.missing() == null ? 0 : verdict.missing();
        if (verdict.status() == Status.LOST && replaced.isEmpty() && !changes.isEmpty()) {
            int max = isOutputEnded() ? missing.size() : missing.size() - unreached.size();
            if (lost > max || isOutputEnded() && lost < max) {
                return "LOST " + lost + " in place of " + max;
            }
        }
        if (verdict.status() == Status.DUPLICATED
                && replaced.isEmpty()
                && !isRepeatedDirectly()
                && verdict.duplicated() != repeated.size()) {
            return "DUPLICATED " + verdict.duplicated() + " in place of " + repeated.size();
        }
        if (result.stray() > 0 && verdict.status() != Status.NOT_CHECKED && !scenario.has(FaultKind.STRAY)) {
            return "strays " + result.stray() + " in place of 0";
        }
        if (result.stray() == 0 && verdict.status() != Status.NOT_CHECKED && hasDetectableStray()) {
            return "no stray";
        }
        return null;
    }

    private Set<Status> allowedStatuses() {
        if (hasUnreadChange()) {
            return Set.of(Status.NOT_CHECKED);
        }
        if (expected.isEmpty()) { // an unidentified commit is missing only if the consumer reported nothing
            return changes.isEmpty()
                    ? Set.of(Status.NOT_CHECKED, Status.LOST, Status.BEHIND)
                    : Set.of(Status.NOT_CHECKED, Status.DUPLICATED, Status.REORDERED);
        }
        EnumSet<Status> allowed = EnumSet.noneOf(Status.class);
        boolean hasLoss = isOutputEnded() ? !missing.isEmpty() : missing.size() > unreached.size();
        if (hasLoss) {
            allowed.add(Status.LOST);
        }
        if (!hasLoss
                || !isOutputEnded()) { // if the output may continue, the judge may also report the second-worst finding
            addMilderFindings(allowed);
        }
        if (!replaced.isEmpty()) {
            allowed.addAll(Set.of(Status.LOST, Status.DUPLICATED));
        }
        if (isUncheckable()) {
            allowed.add(Status.NOT_CHECKED);
            if (changes.isEmpty()) { // without reports the identity is unknown, so each unreported commit is missing
                allowed.addAll(Set.of(Status.LOST, Status.BEHIND));
            }
            if (!repeated.isEmpty()) {
                allowed.add(Status.DUPLICATED);
            }
            if (isReordered(false)) {
                allowed.add(Status.REORDERED);
            }
        }
        return allowed;
    }

    private void addMilderFindings(EnumSet<Status> allowed) {
        if (!repeated.isEmpty()) {
            allowed.add(Status.DUPLICATED);
            if (!isRepeatedDirectly()) {
                return;
            }
        }
        if (isReordered(false)) {
            allowed.add(Status.REORDERED);
            if (isReordered(true) && scenario.settings().beforeMark() == 0) {
                return;
            }
        }
        allowed.add(missing.isEmpty() ? Status.LOSSLESS : Status.BEHIND);
    }

    /** Lines may not mark the end of a transaction, so the judge may count both copies as one. */
    private boolean isRepeatedDirectly() {
        for (int i = 1; i < changes.size(); i++) {
            if (scenario.settings().form() == Form.DEBEZIUM_BY_GTID
                    && changes.get(i).transaction().equals(changes.get(i - 1).transaction())) {
                return true;
            }
        }
        return false;
    }

    /** The garbage is JSON. The judge ignores it among GTIDs, positions or CSV lines. Among flat rows, it is a row without a stamp. */
    private boolean hasUnreadChange() {
        boolean isJsonForm = !Set.of(Form.NAMES, Form.CSV, Form.FLAT)
                .contains(scenario.settings().form());
        return isJsonForm
                && ConsumerOutput.of(scenario).stream()
                        .anyMatch(item -> item.kind() == ItemType.GARBAGE
                                && !item.transaction().warmUp());
    }

    /** Returns true if the judge may lack information: stamps, GTIDs, readable reports or memory. */
    private boolean isUncheckable() {
        List<Transaction> measured = scenario.transactions().stream()
                .filter(transaction -> !transaction.warmUp() && transaction.isRunCommit())
                .toList();
        boolean hasOtherClient =
                scenario.transactions().stream().anyMatch(transaction -> transaction.owner() == Owner.OTHER_CLIENT);
        boolean lacksGtids = !isByRow
                && (scenario.settings().tracked()
                        ? measured.stream().anyMatch(transaction -> !transaction.acknowledged())
                        : hasOtherClient
                                || scenario.transactions().stream()
                                        .anyMatch(transaction -> transaction.owner() == Owner.RUN_UNKNOWN));
        boolean lacksStamps = isByRow
                && changes.stream()
                        .noneMatch(item -> item.transaction().isStamped()
                                || item.transaction().owner() == Owner.RUN_UNKNOWN);
        return expected.isEmpty()
                || lacksStamps
                || lacksGtids
                || isByRow && measured.stream().anyMatch(transaction -> !transaction.isStamped())
                || scenario.has(FaultKind.GARBAGE)
                || scenario.has(FaultKind.STRAY)
                || scenario.settings().memoryBytes() < 1 << 20;
    }

    /** A position past the end of the log may belong to a later transaction. */
    private boolean hasDetectableStray() {
        return scenario.settings().identity() != Identity.POSITION
                && ConsumerOutput.of(scenario).stream()
                        .anyMatch(item -> item.kind() == ItemType.STRAY
                                && !item.transaction().warmUp());
    }

    private static List<Integer> ids(List<Transaction> transactions) {
        return transactions.stream().map(Transaction::id).toList();
    }
}
