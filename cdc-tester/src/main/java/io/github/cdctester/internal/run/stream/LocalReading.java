// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscriber;
import io.github.cdctester.internal.binlog.WindowMark;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.judge.replay.Replay;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamLedger;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A stream that this process reads. */
public final class LocalReading implements StreamReading {

    private final BinlogMeter meter;
    private final @Nullable StreamLedger ledger;
    private final EpochMicrosClock clock;
    private @Nullable Replay replay;
    private @Nullable TransactionWatch alsoWatching;
    private @Nullable Subscriber subscriber;

    LocalReading(StreamReadings.Wanted wanted, @Nullable LedgerMemory memory) {
        this(wanted, memory, EpochMicrosClock.SYSTEM);
    }

    /**
     * Creates it; nothing is connected yet.
     *
     * @param memory what the ledgers of a run share; {@code null} where it is not found out if anything was lost
     */
    public LocalReading(StreamReadings.Wanted wanted, @Nullable LedgerMemory memory, EpochMicrosClock clock) {
        DelayChoice delays = wanted.delays();
        meter = new BinlogMeter(delays.main(), delays.sideBySide(), wanted.largeFromBytes());
        ledger = memory == null ? null : new StreamLedger(wanted.mariaDb(), wanted.writes(), memory);
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
    public void replayWith(Replay replayed) {
        replay = replayed;
    }

    @Override
    public void watchWith(TransactionWatch watch) {
        alsoWatching = watch;
    }

    @Override
    public void start(StreamSettings settings, @Nullable String leftOut) {
        if (ledger != null && leftOut != null) {
            ledger.startsBehind(leftOut);
        }
        TransactionWatch watch = watch();
        subscriber = Subscriber.start(
                settings, meter, replay == null ? watch : new CompositeWatch(watch, replay), replay, clock);
    }

    private TransactionWatch watch() {
        TransactionWatch first = ledger == null ? TransactionWatch.NONE : ledger;
        return alsoWatching == null ? first : new CompositeWatch(first, alsoWatching);
    }

    @Override
    @Nullable
    public FollowedServer followed() {
        return subscriber == null ? null : subscriber.followed();
    }

    @Override
    @Nullable
    public ClockOffset clockOffset() {
        return null;
    }

    @Override
    public void openWindowAt(WindowMark mark) {
        subscriber().openWindowAt(mark);
    }

    @Override
    public void offer(LogEnd end, FollowedServer of) {
        subscriber().offer(end, of);
    }

    @Override
    public void renew() {
        // it is always the latest
    }

    @Override
    public void failIfBroken() {
        subscriber().failIfBroken();
    }

    @Override
    public void pause() {
        subscriber().pause();
    }

    @Override
    public void readOn() {
        subscriber().readOn();
    }

    @Override
    public boolean isConnected() {
        return subscriber().isConnected();
    }

    @Override
    public long connectionId() {
        return subscriber().connectionId();
    }

    @Override
    public List<StreamGap> gaps() {
        return subscriber().gaps();
    }

    @Override
    public long cpuNanos() {
        return subscriber().cpuNanos();
    }

    @Override
    public long omittedBytes() {
        return subscriber().omittedBytes();
    }

    @Override
    public long incompleteTransactions() {
        return subscriber().incompleteTransactions();
    }

    @Override
    public void close() {
        if (subscriber != null) {
            subscriber.close();
        }
    }

    private Subscriber subscriber() {
        if (subscriber == null) {
            throw new IllegalStateException("not started");
        }
        return subscriber;
    }
}
