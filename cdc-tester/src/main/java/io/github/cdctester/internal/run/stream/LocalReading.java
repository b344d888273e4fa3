// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.internal.binlog.EventTap;
import io.github.cdctester.internal.binlog.StartWatch;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscriber;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamLedger;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.OwnTransactions;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A stream that this process reads. */
public final class LocalReading implements StreamReading {

    private final BinlogMeter meter;
    private final @Nullable StreamLedger ledger;
    private final EpochMicrosClock clock;
    private @Nullable TransactionWatch rowWatch;
    private @Nullable RowChangeSink rowSink;
    private @Nullable TransactionWatch transactionWatch;
    private @Nullable EventTap tap;

    /** @param memory shared by the ledgers of a run; {@code null} if commits are not checked */
    public LocalReading(RequestedMeasurements requested, @Nullable LedgerMemory memory, EpochMicrosClock clock) {
        DelayChoice delays = requested.delays();
        OwnTransactions ownTransactions = new OwnTransactions(delays.main(), delays.sideBySide());
        meter = new BinlogMeter(delays.main(), delays.sideBySide(), requested.minLargeTransactionBytes());
        ledger = memory == null
                ? null
                : new StreamLedger(
                        requested.mariaDb(), requested.writes(), requested.unorderedSources(), memory, ownTransactions);
        if (ledger != null && requested.writes()) {
            meter.trackOwn(ownTransactions, ledger::measured);
        }
        this.clock = clock;
    }

    @Override
    public StreamMeter meter() {
        return meter;
    }

    @Override
    public Optional<StreamCheck> check() {
        return Optional.ofNullable(ledger);
    }

    @Override
    public <R extends TransactionWatch & RowChangeSink> void addRowReceiver(R rows) {
        rowWatch = rows;
        rowSink = rows;
    }

    @Override
    public void addTransactionWatch(TransactionWatch watch) {
        transactionWatch = watch;
    }

    @Override
    public void storeEventsIn(EventTap eventTap) {
        tap = eventTap;
    }

    @Override
    public Subscriber start(StreamSettings settings, @Nullable String excludedGtids, StartWatch startWatch) {
        if (ledger != null && excludedGtids != null) {
            ledger.setGtidsBeforeStream(excludedGtids);
        }
        TransactionWatch watch = ledger == null ? TransactionWatch.NONE : ledger;
        for (TransactionWatch addedWatch : new TransactionWatch[] {transactionWatch, rowWatch}) {
            watch = addedWatch == null ? watch : new WatchPair(watch, addedWatch);
        }
        return Subscriber.start(settings, meter, watch, rowSink, tap, clock, NanoClock.SYSTEM, startWatch);
    }

    private record WatchPair(TransactionWatch first, TransactionWatch second) implements TransactionWatch {

        @Override
        public void setCursor(LogCursor cursor) {
            first.setCursor(cursor);
            second.setCursor(cursor);
        }

        @Override
        public void onBegin() {
            first.onBegin();
            second.onBegin();
        }

        @Override
        public void onDiscarded() {
            first.onDiscarded();
            second.onDiscarded();
        }

        @Override
        public void onCommitTime(long micros) {
            first.onCommitTime(micros);
            second.onCommitTime(micros);
        }

        @Override
        public void onEnd(long high, long low, String tag, long number, long heartbeat) {
            first.onEnd(high, low, tag, number, heartbeat);
            second.onEnd(high, low, tag, number, heartbeat);
        }

        @Override
        public void onWindowOpened() {
            first.onWindowOpened();
            second.onWindowOpened();
        }

        @Override
        public void onReadEnd() {
            first.onReadEnd();
            second.onReadEnd();
        }
    }
}
