// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.EventTap;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscription;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.Note;
import io.github.cdctester.stop.StopSignal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One stream with its meter and its check of commits, read here or on a worker node. */
public interface StreamReading {

    /**
     * The requested measurements of a stream.
     *
     * @param unordered UUIDs of sources whose numbers are not assigned in the order of the log
     */
    record RequestedMeasurements(
            DelayChoice delays, boolean mariaDb, boolean writes, long largeFromBytes, List<String> unordered) {}

    /** Creates the readers of a run's streams: the interface between running in one process and on worker nodes. */
    interface Factory {

        Factory HERE = (stream, wanted, memory) -> new LocalReading(wanted, memory, EpochMicrosClock.SYSTEM);

        /**
         * Creates the reading of a stream; nothing is connected yet.
         *
         * @param memory what the ledgers of a run share; {@code null} if commits are not looked for
         */
        StreamReading of(StreamSpec stream, RequestedMeasurements wanted, @Nullable LedgerMemory memory);

        default List<Note> readerNotes() {
            return List.of();
        }

        /** Has consumers' lines read that nodes are to read, until {@code resources} are closed; returns when they do. */
        default void readLines(List<ConsumerProbe> probes, StopSignal stop, Resources resources)
                throws InterruptedException {}

        /** Fails if such lines are no longer read. */
        default void failIfBroken() {}
    }

    StreamMeter meter();

    Optional<StreamCheck> check();

    /** Adds a receiver of its transactions and their rows; call it before the start. */
    default <R extends TransactionWatch & RowChangeSink> void showRowsTo(R rows) {
        throw new IllegalStateException("only a stream that this process reads shows its rows");
    }

    /** Adds a watch for its transactions; call it before the start. */
    default void watchWith(TransactionWatch watch) {
        throw new IllegalStateException("only a stream that this process reads can be watched");
    }

    /** Adds a receiver that stores its events; call it before the start. */
    default void keepWith(EventTap keeper) {
        throw new IllegalStateException("only a stream that this process reads can be kept");
    }

    /**
     * Subscribes; returns when the first bytes have arrived.
     *
     * @param leftOut the GTIDs that the stream is not to have, in the server's form; {@code null} if it starts at a place
     */
    Subscription start(StreamSettings settings, @Nullable String leftOut);

    /** The server's clock against the reader's own; {@code null} if that is the one of this process. */
    default @Nullable ClockOffset clockOffset() {
        return null;
    }

    /** After this call the meter's values are from this moment or later. */
    default void renew() {}
}
