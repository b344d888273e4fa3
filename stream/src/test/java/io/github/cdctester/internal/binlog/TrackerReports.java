// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
import java.util.function.IntSupplier;

/**
 * A tracker's reports about a stream, to compare the fast path with the slow path.
 *
 * @param end {@code NONE} if the stream did not end, {@code END} after an EOF packet, or the exception as text
 */
public record TrackerReports(long fingerprint, String completed, long incompleteCount, long behindMicros, String end) {

    private static final String NONE = "NONE";
    private static final String END = "END";

    boolean isRefused() {
        return !end.equals(NONE) && !end.equals(END);
    }

    /** An unexpected {@link IOException} becomes an {@link AssertionError}. */
    public static TrackerReports of(
            TransactionTracker tracker,
            FingerprintSink sink,
            EventHandler handler,
            byte[] bytes,
            int bufferBytes,
            IntSupplier readSizes) {
        String end;
        boolean isRefused = false;
        try {
            new StreamPlayer(tracker, handler, bufferBytes).play(bytes, readSizes);
            end = NONE;
        } catch (StreamEndedException e) {
            end = END;
        } catch (StreamProtocolException | ServerErrorException e) {
            end = e.toString();
            isRefused = true;
        } catch (IOException e) {
            throw new AssertionError("an exception that no caller expects", e);
        }
        // the age of a rejected event is irrelevant
        long behindMicros = isRefused ? 0 : tracker.behindMicros();
        return new TrackerReports(
                sink.fingerprint, sink.completed.toString(), tracker.incompleteTransactions(), behindMicros, end);
    }
}
