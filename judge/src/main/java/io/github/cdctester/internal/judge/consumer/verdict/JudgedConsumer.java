// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
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
import org.jspecify.annotations.Nullable;

/** One consumer during the run. Everything except its feed is under the judge's lock. */
public final class JudgedConsumer implements ConsumerFeed.Receiver {

    /** The reference that all consumers of a run are compared with. */
    public record Reference(
            LogReference log,
            StampReference stamps,
            @Nullable Stamps numbers,
            boolean acknowledged,
            LedgerMemory memory) {}

    /** Its counts other than transactions; {@code null} if it does not report them. */
    record Counts(
            @Nullable Long rows,
            @Nullable Long bytes,
            @Nullable Long events) {

        private static final Counts NONE = new Counts(null, null, null);

        private Counts since(Counts earlier) {
            return new Counts(since(rows, earlier.rows), since(bytes, earlier.bytes), since(events, earlier.events));
        }

        private static @Nullable Long since(@Nullable Long sum, @Nullable Long earlier) {
            return sum == null || earlier == null ? sum : (Long) (sum - earlier);
        }
    }

    /** A consumer that reported the last transaction and then stayed silent this long is assumed to have lost the rest. */
    private static final long QUIET_MICROS = 1_000_000;

    /** The same while it reports other clients' changes, such as heartbeats. */
    private static final long QUIET_OF_RUN_MICROS = 3_000_000;

    private static final int SHOWN_CHARACTERS = 240;

    private final JudgedProbe probe;
    private final ConsumerFeed feed;
    private final ConsumerTimeline timeline = new ConsumerTimeline();
    private final Reference reference;
    private @Nullable Identity identity;
    private @Nullable ConsumerLedger ledger;
    private @Nullable SnapshotLedger snapshot;
    private long reports;
    private long unreadable;
    private long unreadChanges;
    private @Nullable String firstUnreadable;
    private long byOtherIdentity;
    private @Nullable String silentDoubt;
    private @Nullable String doubt;
    private @Nullable String unstamped;
    private String remarks = "";
    private boolean isIdentitySettled;
    private Counts before = Counts.NONE;
    private Counts taken = Counts.NONE;
    private @Nullable Counts inWindow;

    public JudgedConsumer(JudgedProbe probe, ConsumerFeed feed, Reference reference) {
        this.probe = probe;
        this.feed = feed;
        this.reference = reference;
        if (probe.isSnapshotJudged()) { // what the log has before its first report counts
            snapshot = new SnapshotLedger(partsLedger(), reference.numbers, reference.memory);
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

    Reference reference() {
        return reference;
    }

    /** Returns the ledger of the snapshot; {@code null} if the snapshot is not judged. */
    @Nullable
    public SnapshotLedger snapshot() {
        return snapshot;
    }

    /** Polls the readers of its lines; not under the judge's lock, because a reader holds its own lock while it reports. */
    public void pollReaders() {
        silentDoubt = probe.doubt(false).orElse(null);
        doubt = probe.doubt(true).orElse(null);
        unstamped = probe.unstamped(reference.stamps().tables()::isStamped).orElse(null);
        remarks = Reason.join(probe.remarks().toArray(String[]::new));
    }

    /** Why its lines allow no verdict; {@code null} if they do. */
    @Nullable
    String doubt() {
        return reports() == 0 ? silentDoubt : doubt;
    }

    /** Why rows of the workload's tables cannot be matched by stamps; {@code null} if they can. */
    @Nullable
    String unstamped() {
        return unstamped;
    }

    /** Remarks on the way of its reports, as a clause of a reason; empty for none. */
    String remarks() {
        return remarks;
    }

    /** Takes its reports. */
    public void empty() {
        feed.empty(this);
    }

    @Override
    public void unreadable(long count, boolean changes, String first) {
        unreadable += count;
        unreadChanges += changes ? 1 : 0;
        if (firstUnreadable == null) {
            String line = first.replaceAll("\\p{Cntrl}", " ");
            firstUnreadable = line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "…";
        }
    }

    @Override
    public void part(int stream, String name, long sequence, long rows, long micros) {
        reports++;
        partsLedger().seenPart(stream, name, sequence, rows, micros);
    }

    @Override
    public void times(ChangeTimes times) {
        timeline.setReportTimes(times);
    }

    @Override
    public void row(RowEvent event, String table, String key, long sequence, long micros) {
        reports++;
        if (snapshot != null && partsLedger().tables().wouldCount(table)) {
            snapshot.shown(event, table, key, sequence, micros);
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

    /** The first report, and the first of the measured part, choose the identity; {@code null} for a report by another one. */
    private @Nullable ConsumerLedger ledgerFor(Identity asked) {
        if (identity == null || identity != asked && !isIdentitySettled && snapshot == null) {
            identity = asked;
            ledger = asked == Identity.ROW
                    ? new RowLedger(reference.log, reference.stamps, timeline, reference.numbers, reference.memory)
                    : new TransactionLedger(reference.log, timeline, reference.acknowledged, reference.memory);
        }
        isIdentitySettled = true;
        if (identity != asked) {
            byOtherIdentity++;
            return null;
        }
        return ledger;
    }

    /** Returns the ledger of several streams that are judged as one consumer. */
    public RowLedger partsLedger() {
        return (RowLedger) Objects.requireNonNull(ledgerFor(Identity.ROW));
    }

    public void windowOpens() {
        unreadChanges = 0;
        timeline.windowOpens();
        before = sums();
        byOtherIdentity = 0;
        isIdentitySettled = !reference.acknowledged && reference.numbers == null; // else these were all of the warm-up
        if (ledger != null) {
            ledger.writeWindowOpens();
        }
    }

    /** The measured part is over: later reports are in no rate. */
    public void windowCloses(long micros) {
        timeline.windowCloses(micros);
        inWindow = counts();
    }

    /** While the measured part lasted. */
    Counts inWindow() {
        return inWindow == null ? counts() : inWindow;
    }

    /** Since the measured part began. */
    Counts counts() {
        return sums().since(before);
    }

    private Counts sums() {
        return new Counts(
                ledger instanceof RowLedger rows ? (Long) rows.rows() : null,
                feed.bytesSum() == 0 ? null : (Long) feed.bytesSum(),
                feed.eventsSum() == 0 ? null : (Long) feed.eventsSum());
    }

    /** A second of the measured part is over, or of the wait after it. */
    public ConsumerSecond second(long number) {
        long behind = behind();
        ConsumerTimeline.Taken transactions = timeline.second(number, behind);
        Counts counts = counts();
        Counts more = counts.since(taken);
        taken = counts;
        return new ConsumerSecond(
                probe.name(),
                delaySource(),
                MetricValues.of(Metric.Subject.CONSUMER)
                        .with(Metric.CONSUMER_TRANSACTIONS, transactions.transactions())
                        .with(Metric.CONSUMER_ROWS, more.rows())
                        .with(Metric.CONSUMER_BYTES, more.bytes())
                        .with(Metric.CONSUMER_EVENTS, more.events())
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

    /** Returns the source of the commit times of its delays. */
    String delaySource() {
        return reference.log.played() != null
                ? "PLAYED"
                : reference.log.hasTimestamps() ? "COMMIT_TIMESTAMP" : "ACKNOWLEDGED";
    }

    /** Returns true if it has not shown everything, and may still. */
    public boolean isAwaited(boolean isInSnapshot, long nowMicros) {
        if (feed.hasEnded() || behind() <= 0) {
            return isInSnapshot && !feed.hasEnded();
        }
        if (ledger == null || nowMicros - feed.lastMicros() >= QUIET_MICROS) {
            return ledger == null || !ledger.hasShownLast();
        }
        return nowMicros - timeline.lastMicros() < QUIET_OF_RUN_MICROS || !ledger.hasShownLastOfRun();
    }

    /** Transactions that were committed and that it has not shown. */
    public long behind() {
        return ledger != null ? ledger.behind() : committed();
    }

    /** Returns the number of transactions that a silent consumer should report. */
    long committed() {
        return reference.log.played() == null
                ? Math.max(reference.log.acknowledged(), reference.stamps.count())
                : reference.log.measured();
    }

    /** Returns the age in µs of this run's oldest transaction after the newest reported one. */
    public long lagMicros(long nowMicros) {
        LogReference log = reference.log;
        int from = Math.max(ledger == null ? 0 : ledger.newest() + 1, Math.min(log.window(), log.size()));
        int next = reference.acknowledged ? log.nextOwn(from) : from < log.size() ? from : -1;
        long committed = next < 0 ? CommitTimes.UNKNOWN : log.times().get(next);
        return committed == CommitTimes.UNKNOWN ? 0 : nowMicros - committed;
    }

    long reports() {
        return reports + byOtherIdentity;
    }

    /** Returns the number of unreadable lines if it prints lines, else of unreadable reports. */
    String unreadableShare() {
        return (feed.linesSum() > 0 ? Reason.LINES_UNREADABLE : Reason.REPORTS_UNREADABLE)
                .text("count", unreadable, "of", reportsOrLines());
    }

    /** Returns the number of its lines if it prints lines, else of its reports, including unreadable ones. */
    long reportsOrLines() {
        long lines = feed.linesSum();
        return lines > 0 ? lines : reports() + unreadable;
    }

    long byOtherIdentity() {
        return byOtherIdentity;
    }

    long unreadable() {
        return unreadable;
    }

    /** Reports and lines of the measured part that have a change which could not be read. */
    long unreadChanges() {
        return unreadChanges;
    }

    @Nullable
    String firstUnreadable() {
        return firstUnreadable;
    }
}
