// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.replay.ImageReplay.ReplayFindings;
import io.github.cdctester.workload.Workload.Balance;
import io.github.cdctester.workload.Workload.Balance.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each account counts its changes, so that no two states of a row are equal. */
class ImageReplayTest {

    private static final ColumnFormat INT = new ColumnFormat(ColumnFormat.ValueType.WHOLE, 4, 0, 0, false);

    private final MemoryBudget budget = new MemoryBudget(1 << 30);
    private final TableImage accounts = new TableImage(
            new TableShape(
                    "bank.accounts",
                    List.of(
                            new TableShape.Column("id", INT, true),
                            new TableShape.Column("balance", INT, true),
                            new TableShape.Column("changes", INT, true)),
                    new int[] {0},
                    0),
            budget);
    private final TableImage journal = new TableImage(
            new TableShape("bank.journal", List.of(new TableShape.Column("amount", INT, true)), new int[0], 0), budget);
    private final Map<String, TableImage> images = Map.of("accounts", accounts, "journal", journal);
    private final ImageReplay replay = new ImageReplay(
            new BalanceCheck(
                    List.of(new Balance(
                            "sum", "sum(balance) is constant", List.of(new Term("accounts", List.of(), "balance", 1)))),
                    images),
            false);

    /** The index is the id of the account. */
    private final int[] balance = {0, 100, 100, 100};

    private final int[] changes = new int[4];
    private int transactionNumber;

    ImageReplayTest() {
        for (int id = 1; id <= 3; id++) {
            accounts.change(key(id), null, row(id, 100, 0));
        }
    }

    @Test
    void findsNothingWithoutFaults() {
        for (int i = 0; i < 100; i++) {
            applyTransaction(transfer(1 + i % 3, 1 + (i + 1) % 3, 5));
        }
        ReplayFindings findings = replay.findings();
        assertThat(findings.transactions()).isEqualTo(100);
        assertThat(findings.changes()).isEqualTo(200);
        assertThat(List.of(
                        findings.torn().count(),
                        findings.repeated().count(),
                        findings.late().count(),
                        findings.gaps().count()))
                .containsOnly(0L);
        assertThat(comparison().isEqual()).isTrue();
    }

    @Test
    void namesTornTransaction() {
        applyTransaction(transfer(1, 2, 5));
        applyTransaction(transfer(1, 2, 7).subList(1, 2));
        ReplayFindings findings = replay.findings();
        assertThat(findings.torn().count()).isOne();
        assertThat(findings.torn().first()).isEqualTo("transaction 2 breaks sum(balance) is constant: off by 7");
        assertThat(findings.gaps().count()).isZero();
        assertThat(comparison().first())
                .isEqualTo(
                        "at the end, table accounts, id 1: expected balance 88, found 95 according to the received changes");
    }

    @Test
    void detectsRowWithMissingChange() {
        applyTransaction(transfer(1, 2, 5));
        transfer(1, 2, 7); // this transaction is lost
        applyTransaction(transfer(1, 3, 1));
        ReplayFindings findings = replay.findings();
        assertThat(findings.torn().count()
                        + findings.late().count()
                        + findings.repeated().count())
                .isZero();
        assertThat(findings.gaps().count()).isOne();
        assertThat(findings.gaps().first())
                .isEqualTo("transaction 2, table accounts, id 1: expected balance 95, found 88");
        ImageComparison compared = comparison();
        assertThat(compared.differences()).isOne();
        assertThat(compared.first()).contains("id 2");
    }

    @Test
    void distinguishesLateFromLostTransaction() {
        List<RowChange> first = transfer(1, 2, 5);
        List<RowChange> second = transfer(2, 1, 3);
        applyTransaction(second);
        assertThat(replay.findings().gaps().count()).isEqualTo(2);
        applyTransaction(first);
        ReplayFindings findings = replay.findings();
        assertThat(findings.late().count()).isOne();
        assertThat(findings.gaps().count()).isZero();
        assertThat(findings.late().first())
                .isEqualTo("transaction 2 comes after a transaction that already used its result");
        assertThat(comparison().isEqual()).isTrue();
    }

    @Test
    void recognizesTwoLateTransactions() {
        List<RowChange> first = transfer(1, 2, 5);
        List<RowChange> second = transfer(2, 1, 3);
        List<RowChange> third = transfer(1, 2, 1);
        applyTransaction(third);
        applyTransaction(second);
        applyTransaction(first);
        assertThat(replay.findings().late().count()).isEqualTo(2);
        assertThat(replay.findings().gaps().count()).isZero();
        assertThat(comparison().isEqual()).isTrue();
    }

    @Test
    void doesNotApplyRepeatedTransaction() {
        List<RowChange> first = transfer(1, 2, 5);
        applyTransaction(first);
        applyTransaction(transfer(2, 3, 5));
        applyTransaction(first);
        applyTransaction(transfer(3, 1, 5));
        ReplayFindings findings = replay.findings();
        assertThat(findings.repeated().count()).isOne();
        assertThat(findings.repeated().first()).startsWith("transaction 3 ");
        assertThat(findings.gaps().count()
                        + findings.torn().count()
                        + findings.late().count())
                .isZero();
        assertThat(comparison().isEqual()).isTrue();
    }

    @Test
    void detectsRepeatedChange() {
        List<RowChange> changes = new ArrayList<>(transfer(1, 2, 5));
        changes.add(changes.get(1));
        applyTransaction(changes);
        assertThat(replay.findings().repeated().count()).isOne();
        assertThat(replay.findings().torn().count()).isZero();
        assertThat(comparison().isEqual()).isTrue();
    }

    @Test
    void insertAfterItsDeleteIsLate() {
        RowChange insert = new RowChange(accounts, key(9), null, row(9, 0, 0));
        RowChange delete = new RowChange(accounts, key(9), row(9, 0, 0), null);
        applyTransaction(List.of(delete));
        assertThat(replay.findings().gaps().first())
                .isEqualTo("transaction 1, table accounts, id 9: expected no such row, found one");
        applyTransaction(List.of(insert));
        assertThat(replay.findings().late().count()).isOne();
        assertThat(comparison().isEqual()).isTrue();
    }

    @Test
    void countsIdenticalRowsWithoutKey() {
        applyTransaction(List.of(new RowChange(journal, journalRow(7), null, journalRow(7))));
        applyTransaction(List.of(new RowChange(journal, journalRow(7), null, journalRow(7))));
        assertThat(journal.count()).isEqualTo(2);
        assertThat(replay.findings().repeatedUnkeyed().count()).isOne();
        applyTransaction(List.of(new RowChange(journal, journalRow(7), journalRow(7), null)));
        assertThat(journal.count()).isOne();
        applyTransaction(List.of(new RowChange(journal, journalRow(8), journalRow(8), null)));
        assertThat(replay.findings().gaps().first())
                .isEqualTo("transaction 4, table journal, amount 8: expected no such row, found one");
        applyTransaction(List.of(new RowChange(journal, journalRow(8), null, journalRow(8))));
        assertThat(replay.findings().late().count()).isOne();
        assertThat(journal.count()).isOne();
    }

    @Test
    void ignoresChangesOlderThanImageIfAllowed() {
        ImageReplay tolerantReplay = new ImageReplay(new BalanceCheck(List.of(), images), true);
        tolerantReplay.applyTransaction(
                List.of(new RowChange(accounts, key(1), row(1, 90, -1), row(1, 100, 0))), () -> "transaction 1");
        assertThat(tolerantReplay.findings().gaps().count()).isZero();
        replay.applyTransaction(
                List.of(new RowChange(accounts, key(1), row(1, 90, -1), row(1, 100, 0))), () -> "transaction 1");
        assertThat(replay.findings().gaps().count()).isOne();
    }

    private ImageComparison comparison() {
        ImageComparison comparison = new ImageComparison();
        for (int id = 1; id <= 3; id++) {
            comparison.compareRow(accounts, new TableShape.Row(key(id), row(id, balance[id], changes[id])));
        }
        comparison.addExtraRows(accounts);
        return comparison;
    }

    private void applyTransaction(List<RowChange> rowChanges) {
        transactionNumber++;
        replay.applyTransaction(rowChanges, () -> "transaction " + transactionNumber);
    }

    /** The changes may arrive later or never. */
    private List<RowChange> transfer(int from, int to, int amount) {
        return List.of(change(from, -amount), change(to, amount));
    }

    private RowChange change(int id, int amount) {
        byte[] before = row(id, balance[id], changes[id]);
        balance[id] += amount;
        changes[id]++;
        return new RowChange(accounts, key(id), before, row(id, balance[id], changes[id]));
    }

    private static byte[] key(int id) {
        return ints(null, id);
    }

    private static byte[] row(int id, int balance, int changeCount) {
        return ints(0, id, balance, changeCount);
    }

    private static byte[] journalRow(int amount) {
        return ints(0, amount);
    }

    private static byte[] ints(@Nullable Integer nullBitmap, int... values) {
        RowBytes bytes = new RowBytes();
        if (nullBitmap != null) {
            bytes.add(nullBitmap);
        }
        Arrays.stream(values).forEach(value -> bytes.addLittleEndian(value, 4));
        return bytes.toArray();
    }
}
