// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.judge.consumer.feed.StreamRows;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger.ConsumerFindings;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger.StreamsFindings;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables;
import io.github.cdctester.internal.judge.verify.Evidence;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.RowComparison;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.judge.verify.StreamJudge;
import io.github.cdctester.internal.judge.verify.StreamJudge.Method;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Reason;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.summary.WriteSummary;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Judges streams that divide one log: together, they must contain all stamped rows. */
public final class SharedRowsJudge {

    private static final String STAMP_COLUMNS = "SELECT TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION - 1"
            + " FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_NAME = 'cdc_seq'";

    private static final int MAX_LISTED_STREAMS = 8;

    private final ConsumerJudge judge;
    private final List<FollowedStream> streams;
    private final List<StreamRows> rows = new ArrayList<>();

    private SharedRowsJudge(List<FollowedStream> streams) {
        this.streams = streams;
        streams.forEach(stream -> RunReplay.refusePartialRows(Setting.STREAMS_SHARE, stream));
        boolean isMariaDb = streams.get(0).server().info().isMariaDb();
        List<ConsumerProbe> probes = List.of(ConsumerProbe.named("streams"));
        LedgerMemory memory = LedgerMemory.ofThisProcess();
        judge = new ConsumerJudge(probes, isMariaDb, true, false, true, memory, EpochMicrosClock.SYSTEM);
    }

    static boolean areJudged(Plan plan) {
        return plan.subscriber().streamsShare() != Sharing.NOTHING
                && plan.verification() != Verification.OFF
                && plan.writes();
    }

    /** Returns {@code null} if {@link #areJudged} returns false. */
    public static @Nullable SharedRowsJudge of(Plan plan, StreamSide side) {
        return areJudged(plan) ? new SharedRowsJudge(side.streams()) : null;
    }

    public ConsumerJudge judge() {
        return judge;
    }

    /** Called after the tables were created and before a stream starts. */
    public void watch(WriteTarget target, WorkloadTables tables) {
        Map<String, Integer> columns = new HashMap<>();
        target.query("listing the stamped tables", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(STAMP_COLUMNS)) {
                while (row.next()) {
                    String table = row.getString(1) + "." + row.getString(2);
                    if (tables.mayBeWorkloadTable(table)) {
                        columns.put(table, row.getInt(3));
                    }
                }
            }
        });
        for (FollowedStream stream : streams) {
            StreamRows streamRows = new StreamRows(rows.size(), stream.name(), columns, judge.streamsFeed());
            rows.add(streamRows);
            stream.addRowReceiver(streamRows);
        }
    }

    /**
     * @param total sum of the evidence of all streams
     *
     * @param written {@code null} if unknown
     * @param orderNotJudgedReason empty if the order of GTIDs is judged
     */
    Verdict verdict(Evidence total, WriteSummary write, @Nullable WrittenRows written, String orderNotJudgedReason) {
        StreamsFindings sharedFindings = judge.streamsFindings();
        ConsumerFindings consumerFindings = sharedFindings.findings();
        RowComparison deletedRows = compareDeletedRows(written);
        Incidents lost = deletedRows.lost(RowKind.DELETE);
        StreamFindings streamFindings = total.findings()
                .withRows(
                        Objects.requireNonNullElse(consumerFindings.committed(), 0L),
                        consumerFindings.reported(),
                        lost.count() > consumerFindings.missing().count() ? lost : missingTransactions(sharedFindings),
                        consumerFindings.duplicated(),
                        consumerFindings.outOfOrder(),
                        consumerFindings.full());
        Evidence evidence = new Evidence(
                Math.min(streamFindings.acknowledged(), write.logged()),
                write.unknownOutcome(),
                streamFindings.matched(),
                streamFindings,
                total.hasGtids(),
                total.heartbeats(),
                false,
                total.incompleteReason(),
                null);
        String reason = Reason.join(
                Reason.STAMPS_IN_STREAMS.text("streams", streams.size()),
                tornByStream(sharedFindings),
                orderNotJudgedReason);
        Verdict verdict = StreamJudge.verdict(new Method(Method.CheckType.EXACT, reason), evidence);
        String unknownReason = rows.stream()
                .map(StreamRows::unreadableReason)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(streamFindings.full() ? Reason.MEMORY_FULL.text() : null);
        if (unknownReason == null && (verdict.status() == Status.LOSSLESS || verdict.status() == Status.NOT_CHECKED)) {
            unknownReason = possibleLossReason(write.logged() - streamFindings.acknowledged(), write, deletedRows);
        }
        return unknownReason == null
                ? verdict
                : StreamJudge.verdict(new Method(Method.CheckType.NONE, unknownReason), evidence);
    }

    /** No stamp is missing. Returns {@code null} if a loss can be excluded. */
    static @Nullable String possibleLossReason(long unstamped, WriteSummary write, RowComparison deletedRows) {
        if (unstamped > 0) {
            return Reason.UNSTAMPED_IN_STREAMS.text("count", unstamped, "of", write.logged());
        }
        if (deletedRows.notCompared() != null) { // applies even if no delete arrived: all deletes may be lost
            return Reason.DELETIONS_UNKNOWN.text("why", deletedRows.notCompared());
        }
        return deletedRows
                .surplus()
                .filter(text -> write.unknownOutcome() == 0)
                .map(text -> Reason.DELETIONS_SURPLUS.text("rows", text))
                .orElse(null);
    }

    private RowComparison compareDeletedRows(@Nullable WrittenRows written) {
        return written == null
                ? RowComparison.inconclusive(Reason.DELETIONS_NOT_REPORTED.text())
                : rows.stream()
                        .map(streamRows -> written.compareWith(streamRows.deleted()))
                        .reduce(RowComparison::plus)
                        .orElseThrow();
    }

    /** A torn transaction lacks some rows. The text of the first one contains its row count and streams. */
    private Incidents missingTransactions(StreamsFindings sharedFindings) {
        Incidents missing = sharedFindings.findings().missing();
        String firstTorn = firstTornText(sharedFindings);
        return new Incidents(
                missing.count(),
                missing.names().stream()
                        .map(name -> firstTorn.startsWith(name + ":") ? firstTorn : name)
                        .toList());
    }

    private String firstTornText(StreamsFindings sharedFindings) {
        return sharedFindings.findings().torn().first() + ", in "
                + IntStream.range(0, streams.size())
                        .filter(index -> (sharedFindings.streamsOfFirstTorn() >>> index & 1) != 0)
                        .mapToObj(index -> streams.get(index).name())
                        .collect(Collectors.joining(", "));
    }

    /** Streams with the fewest parts of torn transactions most likely lost parts. Empty if no transaction is torn. */
    private String tornByStream(StreamsFindings sharedFindings) {
        long tornCount = sharedFindings.findings().torn().count();
        return tornCount == 0
                ? ""
                : Reason.TORN_BY_STREAM.text(
                        "count",
                        tornCount,
                        "first",
                        firstTornText(sharedFindings),
                        "parts",
                        IntStream.range(0, streams.size())
                                .boxed()
                                .sorted(Comparator.comparingLong(
                                        index -> sharedFindings.tornByStream()[index]))
                                .limit(MAX_LISTED_STREAMS)
                                .map(index -> streams.get(index).name() + " "
                                        + sharedFindings.tornByStream()[index])
                                .collect(Collectors.joining(", ")));
    }
}
