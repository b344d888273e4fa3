// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Reason;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies in other tables are not counted. */
final class CountedTablesTest {

    private static final WorkloadTables TABLES =
            new WorkloadTables("sbtest", List.of("sbtest1"), List.of("sbtest.sbtest1", "sbtest.audit"));

    private static SimulatedRun runWithCommits(int transactions) {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(transactions, new Random(1));
        run.streamAll();
        return run;
    }

    private static void reportInTable(SimulatedRun run, String table) {
        run.commits.forEach(transaction ->
                transaction.changes().forEach(change -> run.probe.recordRow(table, change.key(), change.sequence())));
    }

    @Test
    void ignoresRowsCopiedByTrigger() {
        SimulatedRun run = runWithCommits(10);
        run.judge.transactions().setTables(TABLES);
        reportInTable(run, "server1.sbtest.audit");
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 10");
        assertThat(result.notes())
                .containsExactly(Note.of(Code.CONSUMER_OTHER_TABLES)
                        .with("rows", result.rows())
                        .with("first", "server1.sbtest.audit"));
    }

    /** A correct consumer reports the rows of cascades, with old stamps. A transaction that is not reported is missing nevertheless. */
    @ParameterizedTest
    @CsvSource({"9, LOST", "10, NOT_CHECKED"})
    void keptStampsProveNoRepetition(int reported, Status expected) {
        SimulatedRun run = runWithCommits(10);
        String reason = Reason.CASCADES_KEEP_STAMPS.text("table", "sbtest1", "key", "fk");
        run.judge.transactions().setRepeatsInDoubt(reason);
        run.commits
                .subList(0, reported)
                .forEach(transaction -> transaction
                        .changes()
                        .forEach(change -> run.probe.recordRow("sbtest1", change.key(), change.sequence())));
        run.probe.recordRow("sbtest1", "k", run.commits.get(0).changes().get(0).sequence());
        run.probe.ended();

        Verdict verdict = run.result().verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(expected);
    }

    @Test
    void copiesAreNotRepetitions() {
        SimulatedRun run = runWithCommits(10);
        run.judge.transactions().setTables(TABLES);
        reportInTable(run, "SBTEST1");
        reportInTable(run, "audit");
        assertThat(run.result().verdict().status()).isEqualTo(Status.LOSSLESS);
    }

    /** Rows of the trigger's unknown table are judged until the consumer reports a row of a workload table. */
    @Test
    void judgesOnlyWorkloadTablesAfterTheirFirstRow() {
        SimulatedRun run = runWithCommits(10);
        run.judge.transactions().setTables(TABLES);
        run.judge.takeReports();
        reportInTable(run, "elsewhere.copies");
        run.judge.takeReports();
        run.commits.stream()
                .skip(1)
                .flatMap(transaction -> transaction.changes().stream())
                .forEach(change -> run.probe.recordRow("topic.sbtest.sbtest1", change.key(), change.sequence()));
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 1");
        assertThat(result.transactions()).isEqualTo(9);
        assertThat(result.notes()).extracting(Note::code).containsExactly(Code.CONSUMER_OTHER_TABLES);
    }

    @Test
    void countsRowsOfRenamedTables() {
        SimulatedRun run = runWithCommits(10);
        run.judge.transactions().setTables(TABLES);
        reportInTable(run, "shop.orders");
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.notes()).containsExactly(Note.of(Code.CONSUMER_TABLES_UNKNOWN, "first", "shop.orders"));
    }

    /** The write account may not see another schema, so only names distinguish the workload's tables. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ignoresTableOfSameNameInOtherSchema(boolean comesFirst) {
        SimulatedRun run = runWithCommits(10);
        run.judge.transactions().setTables(TABLES);
        reportInTable(run, comesFirst ? "old.sbtest1" : "server1.sbtest.sbtest1");
        reportInTable(run, comesFirst ? "server1.sbtest.sbtest1" : "old.sbtest1");
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Status.LOSSLESS);
        assertThat(result.notes())
                .containsExactly(Note.of(Code.CONSUMER_OTHER_TABLES)
                        .with("rows", (long) run.commits.stream()
                                .mapToInt(transaction -> transaction.changes().size())
                                .sum())
                        .with("first", "old.sbtest1"));
    }

    @Test
    void countsRowsOfRenamedSchema() {
        SimulatedRun run = runWithCommits(3_000);
        run.judge.transactions().setTables(TABLES);
        reportInTable(run, "topic.sbtest1");
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
        assertThat(result.notes()).isEmpty();
    }

    /** Otherwise, the copy of a lost row would hide the loss. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void copiesDoNotReplaceRowsOfRenamedSchema(boolean copiesComeFirst) {
        SimulatedRun run = runWithCommits(10);
        run.judge.transactions().setTables(TABLES);
        if (copiesComeFirst) {
            reportInTable(run, "shop.copies");
        }
        run.commits.stream()
                .skip(1)
                .flatMap(transaction -> transaction.changes().stream())
                .forEach(change -> run.probe.recordRow("shop.sbtest1", change.key(), change.sequence()));
        if (!copiesComeFirst) {
            reportInTable(run, "shop.copies");
        }
        run.probe.ended();
        assertThat(run.result().verdict().headline()).isEqualTo("LOST 1");
    }

    @Test
    void isNotCheckedIfSchemasAreAmbiguous() {
        SimulatedRun run = runWithCommits(3_000);
        run.judge.transactions().setTables(TABLES);
        reportInTable(run, "old.sbtest1");
        reportInTable(run, "sbtest.sbtest1");
        Verdict verdict = run.result().verdict();
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).contains("old.sbtest1");
    }

    /** Rows of earlier runs do not decide which tables count. */
    @Test
    void manyUnstampedRowsAreNotAmbiguous() {
        SimulatedRun run = runWithCommits(10);
        run.judge.transactions().setTables(TABLES);
        for (int key = 0; key < 5_000; key++) {
            run.probe.recordRow("old.sbtest1", String.valueOf(key), 0);
        }
        reportInTable(run, "sbtest.sbtest1");
        Verdict verdict = run.result().verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
    }

    /** The stamps of a row without a schema's name may be in the rows that were not counted, so nothing is known to be lost. */
    @ParameterizedTest
    @CsvSource({
        "true, 0, NOT_CHECKED", // the workload's own rows with a prefix instead of the schema come first
        "false, 0, NOT_CHECKED",
        "true, 1, LOST", // one transaction is in no row at all
        "false, 1, LOST"
    })
    void tablesInTwoForms(boolean prefixComesFirst, int lost, Status expected) {
        SimulatedRun run = runWithCommits(10);
        run.judge.transactions().setTables(TABLES);
        for (int i = lost; i < run.commits.size(); i++) {
            String table = i < 5 == prefixComesFirst ? "p.sbtest1" : "sbtest.sbtest1";
            run.commits.get(i).changes().forEach(change -> run.probe.recordRow(table, change.key(), change.sequence()));
        }
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(expected);
        assertThat(result.verdict().reason().contains("p.sbtest1")).isEqualTo(expected == Status.NOT_CHECKED);
    }

    /** Rows of other runs in another schema do not excuse a loss. Neither does a torn transaction of a renamed schema. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void namesakesDoNotHideLosses(boolean isSchemaRenamed) {
        SimulatedRun run = runWithCommits(10);
        run.judge.transactions().setTables(TABLES);
        if (!isSchemaRenamed) {
            run.probe.recordRow("p.sbtest1", "1", 0);
            run.probe.recordRow("p.sbtest1", "1", Long.MAX_VALUE >> 1);
        }
        String table = isSchemaRenamed ? "p.sbtest1" : "sbtest.sbtest1";
        SimulatedRun.Change omitted = run.commits.stream()
                .map(SimulatedRun.Committed::changes)
                .filter(changes -> changes.size() > 1)
                .findFirst()
                .orElseThrow()
                .get(0);
        run.commits.stream()
                .flatMap(transaction -> transaction.changes().stream())
                .filter(change -> change != omitted)
                .forEach(change -> run.probe.recordRow(table, change.key(), change.sequence()));
        run.probe.ended();
        assertThat(run.result().verdict().headline()).isEqualTo("LOST 1");
    }

    @Test
    void isNotCheckedIfTablesAreAmbiguous() {
        SimulatedRun run = runWithCommits(3_000);
        run.judge.transactions().setTables(TABLES);
        reportInTable(run, "elsewhere.copies");
        reportInTable(run, "sbtest1");
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("elsewhere.copies");
    }
}
