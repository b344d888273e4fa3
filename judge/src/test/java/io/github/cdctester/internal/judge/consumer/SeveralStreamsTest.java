// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger.ConsumerFindings;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.workload.StatementTally;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the ledger for streams that together contain one log. */
class SeveralStreamsTest {

    private static final int ROWS = 4;

    private long now = 1_800_000_000_000_000L;
    private final ConsumerJudge judge = new ConsumerJudge(
            List.of(ConsumerProbe.named("streams")), false, true, false, true, new LedgerMemory(64 << 20), () -> now++);
    private final List<StatementTally> writers = List.of(writer(), writer());

    private StatementTally writer() {
        return new StatementTally(judge.transactions().stamps().writer(null));
    }

    /** Returns the stamp. */
    private long commit(int writer) {
        StatementTally tally = writers.get(writer);
        long sequence = tally.stamp();
        tally.updated("t", ROWS);
        tally.onCommit();
        return sequence;
    }

    private void reportRows(int stream, long sequence, int rows) {
        judge.streamsFeed().recordStreamRows(stream, "stream " + stream, sequence, rows);
    }

    private ConsumerFindings assertFindings(long completeCount, long missingCount, long repeatedCount, long lateCount) {
        ConsumerFindings findings = judge.streamsFindings().findings();
        assertThat(List.of(
                        findings.reported(),
                        findings.missing().count(),
                        findings.duplicated().count(),
                        findings.outOfOrder().count()))
                .as(findings.toString())
                .containsExactly(completeCount, missingCount, repeatedCount, lateCount);
        return findings;
    }

    @Test
    void transactionInSeveralStreamsCountsOnce() {
        judge.windowOpens();
        long first = commit(0);
        long second = commit(1);
        reportRows(0, first, 1);
        reportRows(1, second, 4);
        reportRows(1, first, 2);
        assertFindings(1, 1, 0, 0);
        reportRows(2, first, 1);
        assertThat(assertFindings(2, 0, 0, 0).committed()).isEqualTo(2);
        assertThat(judge.surplusParts()).isEqualTo(2);
    }

    @Test
    void reportsMissingRowsOfTransaction() {
        judge.windowOpens();
        long completeCount = commit(0);
        long tornStamp = commit(0);
        long lostStamp = commit(0);
        reportRows(0, completeCount, 4);
        reportRows(0, tornStamp, 1);
        ConsumerFindings findings = assertFindings(1, 2, 0, 0);
        assertThat(findings.missing().names()).containsExactly("cdc_seq " + tornStamp, "cdc_seq " + lostStamp);
        assertThat(findings.torn().count()).isOne();
        assertThat(findings.torn().names()).containsExactly("cdc_seq " + tornStamp + ": 1 of its 4 rows");
    }

    @Test
    void reportsStreamsWithRowsOfTornTransactions() {
        judge.windowOpens();
        long first = commit(0);
        long second = commit(0);
        reportRows(2, first, 1);
        reportRows(63, first, 2);
        reportRows(63, second, 2);
        RowLedger.StreamsFindings findings = judge.streamsFindings();
        assertThat(findings.streamsOfFirstTorn()).isEqualTo(1L << 2 | 1L << 63);
        assertThat(findings.tornByStream()).hasSize(64).contains(1, atIndex(2)).contains(2, atIndex(63));
        assertThat(findings.tornByStream()).containsOnly(0, 1, 2);
        reportRows(0, first, 1);
        assertThat(judge.streamsFindings().tornByStream())
                .contains(0, atIndex(2))
                .contains(1, atIndex(63));
    }

    @Test
    void repeatedRowsDoNotHideLostRows() {
        judge.windowOpens();
        long sequence = commit(0);
        reportRows(0, sequence, 2);
        reportRows(0, sequence, 2);
        assertThat(assertFindings(0, 1, 1, 0).duplicated().first()).startsWith("cdc_seq " + sequence);
    }

    @Test
    void countsRepeatedReportsInAnyOrder() {
        judge.windowOpens();
        long earlyStamp = commit(0);
        long lateCount = commit(0);
        reportRows(0, earlyStamp, 2);
        reportRows(0, earlyStamp, 2);
        reportRows(1, earlyStamp, 2);
        reportRows(0, lateCount, 3);
        reportRows(1, lateCount, 1);
        reportRows(0, lateCount, 3);
        reportRows(0, lateCount, 3);
        assertFindings(2, 0, 2, 0);
    }

    @Test
    void checksOrderOfWriterPerStream() {
        judge.windowOpens();
        long first = commit(0);
        long second = commit(0);
        long otherWriterStamp = commit(1);
        reportRows(0, first, 2);
        reportRows(0, second, 2);
        reportRows(1, otherWriterStamp, 4);
        reportRows(1, second, 2);
        reportRows(1, first, 2);
        assertThat(assertFindings(3, 0, 0, 1).outOfOrder().first())
                .isEqualTo("cdc_seq " + first + " after " + second + " at stream 1 writer 0");
    }

    @Test
    void ignoresCommitsBeforeMeasuredPart() {
        long before = commit(0);
        reportRows(0, before, 2);
        long completeCount = commit(0);
        reportRows(0, completeCount, 4);
        judge.windowOpens();
        reportRows(1, before, 2);
        long measuredStamp = commit(0);
        reportRows(0, measuredStamp, 1);
        reportRows(1, measuredStamp, 3);
        assertThat(assertFindings(1, 0, 0, 0).committed()).isEqualTo(1);
        assertThat(judge.surplusParts()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void detectsRandomFaults(long seed) {
        Random random = new Random(seed);
        judge.windowOpens();
        int streamCount = 64;
        List<List<Runnable>> reportsByStream = new ArrayList<>();
        for (int i = 0; i < streamCount; i++) {
            reportsByStream.add(new ArrayList<>());
        }
        int lostCount = 0;
        int repeatedCount = 0;
        for (int i = 0; i < 2000; i++) {
            int writer = random.nextInt(2);
            long sequence = commit(writer);
            List<Integer> streamsOfRows = new ArrayList<>();
            for (int row = 0; row < ROWS; row++) {
                streamsOfRows.add(random.nextInt(streamCount));
            }
            int fault = random.nextInt(20);
            int faultyStream = streamsOfRows.get(random.nextInt(ROWS));
            lostCount += fault == 0 ? 1 : 0;
            repeatedCount += fault == 1 ? 1 : 0;
            for (int stream : streamsOfRows.stream().distinct().toList()) {
                int rows = Collections.frequency(streamsOfRows, stream);
                Runnable report = () -> reportRows(stream, sequence, rows);
                int times = stream != faultyStream || fault > 1 ? 1 : fault * 2;
                reportsByStream.get(stream).addAll(Collections.nCopies(times, report));
            }
        }
        List<Integer> unreadStreams = new ArrayList<>();
        for (int i = 0; i < streamCount; i++) {
            unreadStreams.addAll(Collections.nCopies(reportsByStream.get(i).size(), i));
        }
        Collections.shuffle(unreadStreams, random);
        for (int stream : unreadStreams) {
            reportsByStream.get(stream).remove(0).run();
        }
        assertThat(lostCount).isPositive();
        assertFindings(2000 - lostCount, lostCount, repeatedCount, 0);
    }
}
