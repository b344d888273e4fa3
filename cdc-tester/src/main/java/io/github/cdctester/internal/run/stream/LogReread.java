// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.StartWatch;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscriber;
import io.github.cdctester.internal.binlog.Subscription;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Reads a part of a stream's log again, over a second connection and with a separate meter.
 *
 * @param from position of the first event to read
 * @param mayContainPayloads true if the log may contain compressed transactions
 */
record LogReread(StreamSettings stream, LogPosition from, boolean mayContainPayloads) {

    private static final long POLL_NANOS = 10_000_000;

    /** An interrupt ends the reading. */
    <R extends TransactionWatch & RowChangeSink> void read(
            R rows, BooleanSupplier isFound, Duration maxTime, LogServer server) {
        BinlogMeter meter = new BinlogMeter(stream.delaySource());
        try (Subscription reader = Subscriber.start(
                settings(), meter, rows, rows, null, EpochMicrosClock.SYSTEM, NanoClock.SYSTEM, StartWatch.NONE)) {
            StopSignal neverRaised = new StopSignal();
            long deadlineNanos = System.nanoTime() + maxTime.toNanos();
            while (!isFound.getAsBoolean() && System.nanoTime() - deadlineNanos < 0 && !neverRaised.await(POLL_NANOS)) {
                reader.failIfBroken();
            }
            server.endDump(reader.state().connectionId(), reader.followed());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private StreamSettings settings() {
        return new StreamSettings(
                stream.endpoint(),
                stream.server(),
                stream.clockOffset(),
                List.of(),
                stream.delaySource(),
                new StreamSettings.StreamStart(from, null, null, new WindowMark.AtFirstTransaction()),
                new StreamSettings.ReadSettings(
                        Reader.NATIVE,
                        stream.read().resumeTimeout(),
                        RowCounting.OFF,
                        false,
                        mayContainPayloads,
                        false,
                        null),
                stream.route());
    }
}
