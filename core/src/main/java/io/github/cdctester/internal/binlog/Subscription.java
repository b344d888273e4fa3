// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ConnectorUse;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import java.util.List;

/** A stream that is read by this process, or by another one for it. */
public interface Subscription extends AutoCloseable {

    /** The measured part begins at a place; what arrives after this call has returned obeys it. */
    void openWindowAt(WindowMark mark);

    /** Throws what ended the stream, an {@link Error} as it is. Also ends a connection that has been silent for too long. */
    void failIfBroken();

    /** Returns the present source of the stream: its first server, or the server after a break. */
    FollowedServer followed();

    /**
     * Passes the current end of the followed server's log. Its GTIDs include transactions that were being committed at the start.
     * Without an offer, such transactions could be counted if the stream resumes by GTIDs.
     *
     * @param of the server, an earlier result of {@link #followed()}
     */
    void offer(LogEnd end, FollowedServer of);

    /** Returns true if the stream has reached the end of a set of GTIDs; always false for a stream of another process. */
    default boolean hasRead(String gtids) {
        throw new RunFailedException(
                "the server does not report where its log ends, which streams on worker nodes need");
    }

    /**
     * State of the reader.
     *
     * @param connected whether a connection is known to be open
     * @param connectionId its number at the server, whose dump thread notices a closed connection only when it next sends
     * @param cpuNanos CPU time of the reader's thread in ns, after its end the last known value; -1 if unknown
     * @param gaps the breaks that were mended, in order; the first 1,000
     * @param omittedBytes bytes of the log between events that were not sent; complete after {@link #close()}
     * @param incompleteTransactions transactions cut off by a new one, or by a new file; complete after {@link #close()}
     * @param incident place of the first INCIDENT event, as {@code file:offset}: changes before it are missing from the log; empty
     *     for none
     * @param connector the stock connector, if it reads the stream
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

        /** Returns a copy without a connection. */
        public State ended() {
            return new State(
                    false, connectionId, cpuNanos, gaps, omittedBytes, incompleteTransactions, incident, connector);
        }
    }

    State state();

    /**
     * Ends reading until {@link #readOn()}: the connection is ended, like a server closes a connection without a reader. A
     * transaction in flight is sent again. It is no gap. Does not wait for the reader.
     */
    default void pause() {
        throw new IllegalStateException("only a stream that this process reads can be held");
    }

    /** Continues after the last complete transaction, if there was a pause. */
    default void readOn() {
        throw new IllegalStateException("only a stream that this process reads can be held");
    }

    /** Closes the connection and waits for the reader: all reports before are final. */
    @Override
    void close();
}
