// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.result.ConsumerResult.Identity;
import org.jspecify.annotations.Nullable;

/** One consumer while the run goes on. All but its feed under the judge's lock. */
final class JudgedConsumer {

    /** The reference that all consumers of a run are compared with. */
    record Reference(
            LogReference log,
            StampReference stamps,
            @Nullable Stamps numbers,
            boolean acknowledged,
            LedgerMemory memory) {}

    /** Its counts beside transactions; {@code null} where it does not report them. */
    record Counts(
            @Nullable Long rows,
            @Nullable Long bytes,
            @Nullable Long events) {}

    private static final Identity[] IDENTITIES = Identity.values();
    private static final int SHOWN_CHARACTERS = 80;

    final ConsumerProbe probe;
    final ConsumerFeed feed;
    final ConsumerTimeline timeline = new ConsumerTimeline();

    private final Reference reference;
    private @Nullable Identity identity;
    private @Nullable ConsumerLedger ledger;
    private long reports;
    private long unreadable;
    private @Nullable String firstUnreadable;
    private long byOtherIdentity;
    private boolean windowOpen;
    private long bytesBefore;
    private long eventsBefore;
    private long rowsBefore;
    private long rowsTaken;
    private long bytesTaken;
    private long eventsTaken;
    private @Nullable Counts inWindow;

    JudgedConsumer(ConsumerProbe probe, ConsumerFeed feed, Reference reference) {
        this.probe = probe;
        this.feed = feed;
        this.reference = reference;
    }

    /** Takes what it has reported. */
    void empty() {
        feed.lane.empty(this::reported);
    }

    private void reported(int kind, long[] numbers, int at, @Nullable Object one, @Nullable Object other) {
        String text = String.valueOf(one);
        long micros = numbers[at + 3];
        if (kind == ConsumerFeed.UNREADABLE) {
            unreadable(text, numbers[at]);
            return;
        }
        reports++;
        Identity of = IDENTITIES[kind];
        ConsumerLedger to = ledgerFor(of);
        if (to instanceof RowLedger rows) {
            rows.seen(text, String.valueOf(other), numbers[at], micros);
        } else if (to instanceof TransactionLedger transactions && of == Identity.GTID) {
            transactions.seen(numbers[at], numbers[at + 1], text, numbers[at + 2], micros);
        } else if (to instanceof TransactionLedger transactions) {
            transactions.seen(text, numbers[at], micros);
        }
    }

    private void unreadable(String text, long count) {
        unreadable += count;
        if (firstUnreadable == null) {
            String line = text.replaceAll("\\p{Cntrl}", " ");
            firstUnreadable = line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "…";
        }
    }

    /** The first report chooses the identity; {@code null} for a report by another one. */
    private @Nullable ConsumerLedger ledgerFor(Identity asked) {
        if (identity == null) {
            identity = asked;
            ledger = asked == Identity.ROW
                    ? new RowLedger(reference.log, reference.stamps, timeline, reference.numbers, reference.memory)
                    : new TransactionLedger(reference.log, timeline, reference.acknowledged, reference.memory);
        }
        if (identity != asked) {
            byOtherIdentity++;
            return null;
        }
        return ledger;
    }

    void windowOpens() {
        windowOpen = true;
        timeline.windowOpens();
        bytesBefore = feed.bytesSum();
        eventsBefore = feed.eventsSum();
        rowsBefore = rowsSoFar();
        if (ledger != null) {
            ledger.writeWindowOpens();
        }
    }

    /** The measured part is over: what is reported from here on is in no rate. */
    void windowCloses(long micros) {
        timeline.windowCloses(micros);
        inWindow = counts();
    }

    /** While the measured part lasted. */
    Counts inWindow() {
        return inWindow == null ? counts() : inWindow;
    }

    private Counts counts() {
        return new Counts(rows(), bytes(), events());
    }

    /** A second of the measured part is over, or of the wait after it. */
    ConsumerSecond second(long number) {
        long behind = behind();
        ConsumerTimeline.Taken taken = timeline.second(number, behind);
        Long rows = rows();
        Long bytes = bytes();
        Long events = events();
        MetricValues values = MetricValues.of(Metric.Subject.CONSUMER)
                .with(Metric.CONSUMER_TRANSACTIONS, taken.transactions())
                .with(Metric.CONSUMER_ROWS, since(rows, rowsTaken))
                .with(Metric.CONSUMER_BYTES, since(bytes, bytesTaken))
                .with(Metric.CONSUMER_EVENTS, since(events, eventsTaken))
                .with(Metric.CONSUMER_BEHIND, Math.max(0, behind))
                .with(Metric.CONSUMER_DELAY, taken.delay());
        rowsTaken = rows == null ? 0 : rows;
        bytesTaken = bytes == null ? 0 : bytes;
        eventsTaken = events == null ? 0 : events;
        return new ConsumerSecond(probe.name(), delaySource(), values);
    }

    private static @Nullable Long since(@Nullable Long sum, long taken) {
        return sum == null ? null : (Long) (sum - taken);
    }

    boolean isWindowOpen() {
        return windowOpen;
    }

    @Nullable
    ConsumerLedger ledger() {
        return ledger;
    }

    @Nullable
    Identity identity() {
        return identity;
    }

    /** Where the commit times of its delays come from. */
    String delaySource() {
        return reference.log.hasTimestamps() ? "COMMIT_TIMESTAMP" : "ACKNOWLEDGED";
    }

    /** Transactions that were committed and that it has not shown. */
    long behind() {
        return ledger != null ? ledger.behind() : Math.max(reference.log.acknowledged(), reference.stamps.count());
    }

    /** How old the oldest transaction of this run is that stands behind the newest one which it has shown, in µs. */
    long lagMicros(long nowMicros) {
        LogReference log = reference.log;
        int from = Math.max(ledger == null ? 0 : ledger.newest() + 1, Math.min(log.window(), log.size()));
        int next = reference.acknowledged ? log.own.nextSetBit(from) : from < log.size() ? from : -1;
        long committed = next < 0 ? CommitTimes.UNKNOWN : log.times.get(next);
        return committed == CommitTimes.UNKNOWN ? 0 : nowMicros - committed;
    }

    long reports() {
        return reports + byOtherIdentity;
    }

    /** How many of its reports, or of its lines where it prints them, could not be read. */
    String unreadableShare() {
        return unreadable + " of " + reportsOrLines() + (feed.linesSum() > 0 ? " lines" : " reports")
                + " could not be read";
    }

    /** Its lines where it prints them, else its reports; those included that could not be read. */
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

    @Nullable
    String firstUnreadable() {
        return firstUnreadable;
    }

    private long rowsSoFar() {
        return ledger instanceof RowLedger rows ? rows.rows() : 0;
    }

    @Nullable
    Long rows() {
        return ledger instanceof RowLedger rows ? (Long) (rows.rows() - rowsBefore) : null;
    }

    @Nullable
    Long bytes() {
        return feed.bytesSum() == 0 ? null : (Long) (feed.bytesSum() - bytesBefore);
    }

    @Nullable
    Long events() {
        return feed.eventsSum() == 0 ? null : (Long) (feed.eventsSum() - eventsBefore);
    }
}
