// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.EventTap;
import io.github.cdctester.internal.binlog.StartWatch;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One stream that this process or a worker node reads. */
public interface StreamReading {

    /** @param unorderedSources sources whose GTIDs are not in log order, as UUIDs */
    record RequestedMeasurements(
            DelayChoice delays,
            boolean mariaDb,
            boolean writes,
            long minLargeTransactionBytes,
            List<String> unorderedSources) {}

    interface Factory {

        Factory LOCAL = (stream, requested, memory) -> new LocalReading(requested, memory, EpochMicrosClock.SYSTEM);

        /**
         * Does not connect.
         *
         * @param memory shared by the ledgers of a run; {@code null} if commits are not checked
         */
        StreamReading of(StreamSpec stream, RequestedMeasurements requested, @Nullable LedgerMemory memory);

        default List<Note> readerNotes() {
            return List.of();
        }

        /** Nodes read the consumers' lines until {@code resources} are closed. */
        default void startLineReaders(List<ConsumerProbe> probes, StopSignal stop, Resources resources)
                throws InterruptedException {}

        default void failIfBroken() {}
    }

    StreamMeter meter();

    Optional<StreamCheck> check();

    /** Replaces an earlier receiver. Called before the start. */
    default <R extends TransactionWatch & RowChangeSink> void addRowReceiver(R rows) {
        throw new IllegalStateException("only a stream that this process reads shows its rows");
    }

    /** Replaces an earlier watch. Called before the start. */
    default void addTransactionWatch(TransactionWatch watch) {
        throw new IllegalStateException("only a stream that this process reads can be watched");
    }

    /** Called before the start. */
    default void storeEventsIn(EventTap tap) {
        throw new IllegalStateException("only a stream that this process reads can be kept");
    }

    /**
     * Returns after the first bytes have arrived.
     *
     * @param excludedGtids GTIDs to exclude from the stream, in the server's format; {@code null} if the stream starts at a
     *     position
     * @param watch observes the start of a stream that this process reads
     */
    Subscription start(StreamSettings settings, @Nullable String excludedGtids, StartWatch watch);

    /** Returns the server's clock minus the clock of the node that reads the stream; {@code null} if this process is the reader. */
    default @Nullable ClockOffset clockOffset() {
        return null;
    }

    /**
     * Requests the current counts. The returned action waits until the meter contains them, or {@code timeout} has passed since the
     * request.
     */
    default Runnable requestReport(Duration timeout) {
        return () -> {};
    }
}
