// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Judges streams that divide a log among each other: together they are one consumer, which has shown a transaction when all its
 * rows have come, in whichever of them.
 */
public final class PartsJudge {

    private final ConsumerJudge judge;
    private final List<StreamRows> streams = new ArrayList<>();

    /**
     * The rows of all streams together.
     *
     * @param findings what was found by rows, in place of what one stream's ledger found by GTIDs
     * @param torn those of {@code findings.missing()} of which some rows came
     * @param deleted for each stream the rows that were deleted in it, by table: they have no stamp
     * @param unreadable why rows may have come that were not seen; {@code null} where all were
     */
    public record Parts(
            StreamFindings findings,
            Incidents torn,
            List<Map<String, Map<RowKind, Long>>> deleted,
            @Nullable String unreadable) {}

    public PartsJudge(boolean mariaDb, LedgerMemory memory, EpochMicrosClock clock) {
        judge = new ConsumerJudge(List.of(ConsumerProbe.named("streams")), mariaDb, true, false, true, memory, clock);
    }

    /** The numbers that the write side puts into rows. */
    public Stamps stamps() {
        return Objects.requireNonNull(judge.stamps());
    }

    /**
     * Creates who is shown the rows of the next stream, before that begins.
     *
     * @param stampColumns where the stamp is, by {@code database.table} of the stamped tables
     */
    public StreamRows rowsOf(String stream, Map<String, Integer> stampColumns) {
        StreamRows rows = new StreamRows(streams.size(), stream, stampColumns, judge.partsFeed());
        streams.add(rows);
        return rows;
    }

    /** The measured part begins; no worker is on its way. */
    public void windowOpens() {
        judge.windowOpens();
    }

    /** Takes what was handed over; from any thread, every few milliseconds. */
    public void look() {
        judge.look();
    }

    /** Of all transactions that came in parts, how many parts there were more than transactions. */
    public long surplus() {
        return judge.surplusParts();
    }

    /** What has come, after the readers have ended. */
    public Parts parts() {
        ConsumerLedger.ConsumerFindings found = judge.partsFindings();
        Long committed = found.committed();
        return new Parts(
                StreamFindings.ofRows(
                        committed == null ? 0 : committed,
                        found.shown(),
                        named(found.missing(), found.torn().first()),
                        found.duplicated(),
                        found.outOfOrder(),
                        found.full()),
                found.torn(),
                streams.stream().map(StreamRows::deleted).toList(),
                streams.stream()
                        .map(StreamRows::unreadable)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
    }

    /** Says of the first one of which some rows came how many did. */
    private static Incidents named(Incidents missing, @Nullable String torn) {
        return torn == null
                ? missing
                : new Incidents(
                        missing.count(),
                        missing.names().stream()
                                .map(name -> torn.startsWith(name + ":") ? torn : name)
                                .toList());
    }
}
