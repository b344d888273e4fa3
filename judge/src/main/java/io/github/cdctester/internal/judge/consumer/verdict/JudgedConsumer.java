// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.judge.consumer.ledger.CatchUps;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerLedger;
import io.github.cdctester.internal.judge.consumer.ledger.ConsumerTimeline;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.ledger.TransactionLedger;
import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.consumer.snapshot.SnapshotLedger;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Reason;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The state of one consumer during the run. Callers hold the judge's lock, except for {@link #feed} and {@link #pollReaders}. */
public final class JudgedConsumer implements ConsumerFeed.Receiver {

    /** The common reference of all consumers. {@code ownGtidsKnown} is true if the GTIDs of commits are known. */
    public record Reference(
            LogReference log,
            StampReference stamps,
            @Nullable Stamps stampGenerator,
            boolean ownGtidsKnown,
            LedgerMemory memory) {}

    /** A consumer that reported the last transaction and then stayed silent this long is assumed to have lost the rest. */
    private static final long QUIET_MICROS = 1_000_000;

    /** Replaces {@link #QUIET_MICROS} while the consumer still reports other clients' changes, such as heartbeats. */
    private static final long QUIET_OF_RUN_MICROS = 3_000_000;

    private static final int MAX_CHARACTERS = 240;

    private final JudgedProbe probe;
    private final ConsumerFeed feed;
    private final ConsumerTimeline timeline = new ConsumerTimeline();
    private final CatchUps catchUps = new CatchUps(this::repeats);
    private final Reference reference;
    private @Nullable Identity identity;
    private @Nullable ConsumerLedger ledger;
    private @Nullable SnapshotLedger snapshot;
    private long reports;
    private long unreadable;
    private long unreadChanges;
    private @Nullable String firstUnreadable;
    private long otherIdentityReports;
    private PolledReaders readers = PolledReaders.NONE;
    private boolean isIdentitySettled;

    /** The newest reported transaction of the warm-up; -1 for none. */
    private int newestOfWarmUp = -1;

    /** Transactions that were not reported at the end of the warm-up; -1 if unknown. */
    private long behindAfterWarmUp = -1;

    private ReportCounts countsBefore = ReportCounts.NONE;
    private ReportCounts takenCounts = ReportCounts.NONE;
    private @Nullable ReportCounts windowCounts;

    public JudgedConsumer(JudgedProbe probe, ConsumerFeed feed, Reference reference) {
        this.probe = probe;
        this.feed = feed;
        this.reference = reference;
        if (probe.isSnapshotJudged()) { // created now, because it records all versions in the log
            snapshot = new SnapshotLedger(rowLedger(), reference.stampGenerator, reference.memory);
        }
    }

    public JudgedProbe probe() {
        return probe;
    }

    public ConsumerFeed feed() {
        return feed;
    }

    public ConsumerTimeline timeline() {
        return timeline;
    }

    public CatchUps catchUps() {
        return catchUps;
    }

    private long repeats() {
        return ledger == null ? 0 : ledger.repeats();
    }

    /** {@code openedMicros} is the start of the measured part. */
    public CatchUps.Progress progress(long openedMicros, long nowMicros) {
        int newest = ledger == null ? -1 : ledger.newest();
        return new CatchUps.Progress(
                (nowMicros - openedMicros) / 1e6,
                lagMicros(nowMicros),
                behind(),
                reference.log.positions().bytesAfter(newest),
                timeline.transactions(),
                newest,
                reference.log.size(),
                ledger == null ? Long.MAX_VALUE : ledger.newestAgeMicros(nowMicros));
    }

    Reference reference() {
        return reference;
    }

    /** Returns {@code null} if the snapshot is not judged. */
    @Nullable
    public SnapshotLedger snapshot() {
        return snapshot;
    }

    /** Do not hold the judge's lock: a reader reports while it holds its own lock. */
    public void pollReaders(Predicate<String> isJudged) {
        readers = PolledReaders.poll(feed, probe, isJudged, reference.stamps().tables()::isStamped);
    }

    /** Returns why the consumer's lines allow no verdict; else {@code null}. */
    @Nullable
    String noVerdictReason() {
        return reports() == 0 ? readers.doubtWithoutReports() : readers.noVerdictReason();
    }

    PolledReaders readers() {
        return readers;
    }

    public void moveEntries() {
        feed.drainTo(this);
    }

    @Override
    public void unreadable(long count, boolean isChange, String first) {
        unreadable += count;
        unreadChanges += isChange ? 1 : 0;
        if (firstUnreadable == null) {
            String line = first.replaceAll("\\p{Cntrl}", " ");
            firstUnreadable = line.length() <= MAX_CHARACTERS ? line : line.substring(0, MAX_CHARACTERS) + "…";
        }
    }

    @Override
    public void streamRows(int stream, String name, long sequence, long rows, long micros) {
        reports++;
        rowLedger().recordStreamRows(stream, name, sequence, rows, micros);
    }

    @Override
    public void times(ChangeTimes times) {
        timeline.setReportTimes(times);
    }

    @Override
    public void row(RowEvent event, String table, String key, long sequence, long micros) {
        reports++;
        if (snapshot != null
                && (event == RowEvent.WRITTEN
                        ? rowLedger().tables().wouldCount(table)
                        : rowLedger().tables().counts(table, true))) {
            snapshot.addReport(event, table, key, sequence, micros);
        }
        if (event == RowEvent.WRITTEN && ledgerFor(Identity.ROW) instanceof RowLedger rows) {
            rows.recordRow(table, key, sequence, micros);
        }
        timeline.setReportTimes(ChangeTimes.NONE);
    }

    @Override
    public void gtid(long high, long low, String tag, long number, long micros) {
        reports++;
        if (ledgerFor(Identity.GTID) instanceof TransactionLedger transactions) {
            transactions.record(high, low, tag, number, micros);
        }
        timeline.setReportTimes(ChangeTimes.NONE);
    }

    @Override
    public void position(String file, long position, long micros) {
        reports++;
        if (ledgerFor(Identity.POSITION) instanceof TransactionLedger transactions) {
            transactions.record(file, position, micros);
        }
        timeline.setReportTimes(ChangeTimes.NONE);
    }

    /**
     * Returns {@code null} if the consumer uses another identity. The first report sets the identity. The first report of the
     * measured part may change it, unless a snapshot is judged.
     */
    private @Nullable ConsumerLedger ledgerFor(Identity requested) {
        if (identity == null || identity != requested && !isIdentitySettled && snapshot == null) {
            identity = requested;
            ledger = requested == Identity.ROW
                    ? new RowLedger(
                            reference.log, reference.stamps, timeline, reference.stampGenerator, reference.memory)
                    : new TransactionLedger(reference.log, timeline, reference.ownGtidsKnown, reference.memory);
        }
        isIdentitySettled = true;
        if (identity != requested) {
            otherIdentityReports++;
            return null;
        }
        return ledger;
    }

    /** Sets the identity to stamps. Used for snapshots, and for several streams as one consumer. */
    public RowLedger rowLedger() {
        return (RowLedger) Objects.requireNonNull(ledgerFor(Identity.ROW));
    }

    /** Call it before the references forget the warm-up. */
    public void recordWarmUp() {
        newestOfWarmUp = ledger == null ? -1 : ledger.newestOfAll();
        // without GTIDs, ledgers of transactions count from the measured part on
        boolean isCounted = reference.ownGtidsKnown || ledger instanceof RowLedger;
        behindAfterWarmUp = isCounted ? Math.max(0, behind()) : -1;
    }

    public UnreadWarmUp unreadWarmUp() {
        return behindAfterWarmUp == 0
                ? UnreadWarmUp.NONE
                : new UnreadWarmUp(reference.log.bytesBeforeWindow(newestOfWarmUp), behindAfterWarmUp);
    }

    public void windowOpens() {
        unreadChanges = 0;
        probe.costMeter().windowOpens();
        timeline.windowOpens();
        catchUps.windowOpens();
        countsBefore = sums();
        otherIdentityReports = 0;
        isIdentitySettled = !reference.ownGtidsKnown
                && reference.stampGenerator == null; // false if all reports so far belong to the warm-up
        if (ledger != null) {
            ledger.writeWindowOpens();
        }
    }

    public void windowCloses(long micros) {
        timeline.windowCloses(micros);
        windowCounts = counts();
    }

    /** Counts of the measured part; the counts so far if it has not ended. */
    ReportCounts windowCounts() {
        return windowCounts == null ? counts() : windowCounts;
    }

    /** Counts since the start of the measured part, including the drain. */
    ReportCounts counts() {
        return sums().since(countsBefore);
    }

    private ReportCounts sums() {
        return new ReportCounts(
                ledger instanceof RowLedger rows ? (Long) rows.rows() : null,
                feed.bytesSum() == 0 ? null : (Long) feed.bytesSum(),
                feed.eventsSum() == 0 ? null : (Long) feed.eventsSum());
    }

    public ConsumerSecond takeSecond(long number) {
        long behind = behind();
        ConsumerTimeline.SecondValues transactions = timeline.takeSecond(number, behind);
        ReportCounts counts = counts();
        ReportCounts inSecond = counts.since(takenCounts);
        takenCounts = counts;
        return new ConsumerSecond(
                probe.name(),
                delayStart().name(),
                MetricValues.of(Metric.Subject.CONSUMER)
                        .with(Metric.CONSUMER_TRANSACTIONS, transactions.transactions())
                        .with(Metric.CONSUMER_ROWS, inSecond.rows())
                        .with(Metric.CONSUMER_BYTES, inSecond.bytes())
                        .with(Metric.CONSUMER_EVENTS, inSecond.events())
                        .with(Metric.CONSUMER_BEHIND, Math.max(0, behind))
                        .with(Metric.CONSUMER_DELAY, transactions.delay()));
    }

    @Nullable
    public ConsumerLedger ledger() {
        return ledger;
    }

    @Nullable
    Identity identity() {
        return identity;
    }

    DelayStart delayStart() {
        boolean isPlayed = reference.log.played() != null;
        boolean hasLogTimes = isPlayed || reference.log.hasTimestamps();
        return !hasLogTimes || identity == Identity.ROW && reference.stamps.areAllWithoutIndex()
                ? DelayStart.ACKNOWLEDGED
                : isPlayed ? DelayStart.PLAYED : DelayStart.COMMIT_TIMESTAMP;
    }

    public boolean isAwaited(boolean isInSnapshot, long nowMicros) {
        if (feed.hasEnded() || behind() <= 0) {
            return isInSnapshot && !feed.hasEnded();
        }
        if (ledger == null || nowMicros - feed.lastReportMicros() >= QUIET_MICROS) {
            return ledger == null || !ledger.areMissingLost();
        }
        return nowMicros - timeline.lastTransactionMicros() < QUIET_OF_RUN_MICROS || !ledger.hasReportedLastOfRun();
    }

    public long behind() {
        return ledger != null ? ledger.behind() : committed();
    }

    /** Call it after the last report. A consumer that only deleted rows would have reported other changes by stamp. */
    void settleIdentity() {
        if (reportsOnlyDeletes()) {
            rowLedger();
        }
    }

    private boolean reportsOnlyDeletes() {
        boolean hasStamps = reference.stampGenerator != null || reference.log.played() != null;
        return ledger == null && hasStamps && feed.hasDroppedDeletes();
    }

    boolean isSilent() {
        return reports + unreadable + feed.linesSum() == 0 && !feed.hasDroppedDeletes();
    }

    /** Counts the transactions that a consumer without other reports than deletes should report. */
    long committed() {
        if (reportsOnlyDeletes()) {
            return reference.stamps.count();
        }
        return reference.log.played() == null
                ? Math.max(reference.log.acknowledged(), reference.stamps.count())
                : reference.log.measuredCount();
    }

    /**
     * Returns the age in µs of the oldest transaction after the newest reported one; 0 if it is unknown or there is none, {@link
     * CatchUps#UNKNOWN_LAG} if the place of the newest one is unknown. Ignores other clients' transactions if this run's GTIDs are
     * known.
     */
    public long lagMicros(long nowMicros) {
        if (ledger != null && ledger.isPlaceUnknown()) {
            return CatchUps.UNKNOWN_LAG;
        }
        LogReference log = reference.log;
        int from = Math.max(ledger == null ? 0 : ledger.newest() + 1, Math.min(log.window(), log.size()));
        int next = reference.ownGtidsKnown ? log.nextOwn(from) : from < log.size() ? from : -1;
        long committed = next < 0 ? CommitTimes.UNKNOWN : log.times().get(next);
        return committed == CommitTimes.UNKNOWN ? 0 : nowMicros - committed;
    }

    long reports() {
        return reports;
    }

    String unreadableShare() {
        return (feed.linesSum() > 0 ? Reason.LINES_UNREADABLE : Reason.REPORTS_UNREADABLE)
                .text("count", unreadable, "of", reportsOrLines());
    }

    /** Counts lines, or reports if the consumer prints no lines. Includes unreadable ones. */
    long reportsOrLines() {
        long lines = feed.linesSum();
        return lines > 0 ? lines : reports() + unreadable;
    }

    long otherIdentityReports() {
        return otherIdentityReports;
    }

    long unreadable() {
        return unreadable;
    }

    /** Counts batches of unreadable lines whose first line contains a change, since the measured part began. */
    long unreadChanges() {
        return unreadChanges;
    }

    @Nullable
    String firstUnreadable() {
        return firstUnreadable;
    }
}
