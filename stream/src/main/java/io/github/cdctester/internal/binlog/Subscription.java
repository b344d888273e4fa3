// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ConnectorUse;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import java.util.List;

/** A stream that this process or a worker node reads. */
public interface Subscription extends AutoCloseable {

    /** The measured part begins at the mark. Applies to all data that arrive after this call. */
    void openWindowAt(WindowMark mark);

    /** Rethrows an {@link Error} unchanged. Also closes a connection that is silent for too long. */
    void failIfBroken();

    FollowedServer followed();

    /**
     * Call it with the current end of the followed server's log. Its GTIDs include transactions that were being committed at the
     * start; without this call, a stream that resumes by GTIDs could count them.
     *
     * @param server as returned by {@link #followed()}
     */
    void offerLogEnd(LogEnd end, FollowedServer server);

    /**
     * Returns true if each transaction was read or precedes the start of the stream.
     *
     * @throws RunFailedException if another process reads the stream
     */
    default boolean hasRead(String gtids) {
        throw new RunFailedException(
                "the server does not report the end of its log, which streams on worker nodes need");
    }

    /**
     * @param connected whether a connection is known to be open
     * @param connectionId connection id at the server. The server keeps a closed connection until it sends the next event.
     * @param cpuNanos CPU time of the reader's thread in ns; the last known value after the thread has ended; -1 if unknown
     * @param gaps the first 1,000 recovered breaks, in order, including breaks in the warm-up
     * @param omittedBytes bytes of the measured part's log that the server did not send between two events; final after
     *     {@link #close()}
     * @param incompleteTransactions transactions of the measured part without an end before the next transaction or file; final
     *     after {@link #close()}
     * @param incident position of the measured part's first INCIDENT event, as {@code file:offset}; empty for none. Changes before
     *     this event are missing from the log.
     * @param connector {@link ConnectorUse#NONE} if the native reader reads the stream
     */
    record State(
            boolean connected,
            long connectionId,
            long cpuNanos,
            List<StreamGap> gaps,
            long omittedBytes,
            long incompleteTransactions,
            String incident,
            ConnectorUse connector) {

        public State disconnected() {
            return new State(
                    false, connectionId, cpuNanos, gaps, omittedBytes, incompleteTransactions, incident, connector);
        }
    }

    State state();

    /**
     * Stops reading until {@link #resume()}, without waiting for the reader. A transaction in flight is sent again. The pause is
     * not listed as a gap.
     */
    default void pause() {
        throw new IllegalStateException("only a stream that this process reads can be paused");
    }

    default void resume() {
        throw new IllegalStateException("only a stream that this process reads can be paused");
    }

    /** Waits for the reader's thread. All counts are final after this call. */
    @Override
    void close();
}
