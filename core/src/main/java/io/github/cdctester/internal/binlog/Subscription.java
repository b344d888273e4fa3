// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ConnectorUse;
import io.github.cdctester.internal.binlog.position.LogEnd;
import java.util.List;

/** A stream that is read by this process, or by another one for it. */
public interface Subscription extends AutoCloseable {

    /** The measured part begins at a place; what arrives after this call has returned obeys it. */
    void openWindowAt(WindowMark mark);

    /** Throws what ended the stream, an {@link Error} as it is. Also ends a connection that has been silent for too long. */
    void failIfBroken();

    /** Where the stream comes from at present: where it was started, or where it continued after a break. */
    FollowedServer followed();

    /**
     * Hands over the end of the log, asked for just now, of the server that is followed: the GTIDs before it make sure that
     * transactions which were being committed at the start are known to lie before it. Without an offer such transactions
     * could be counted, should the stream be resumed by GTIDs.
     *
     * @param of the server that was asked, as {@link #followed()} said before
     */
    void offer(LogEnd end, FollowedServer of);

    /** Returns true if the stream has come to the end of a set of GTIDs; only a stream that this process reads can tell. */
    default boolean hasRead(String gtids) {
        throw new RunFailedException(
                "the server does not report where its log ends, which streams on worker nodes need");
    }

    /**
     * What is known of the reader.
     *
     * @param connected whether there is a connection that is not known to be broken
     * @param connectionId its number at the server, whose dump thread notices a closed connection only when it next sends
     * @param cpuNanos CPU time of the reader's thread in ns, after its end what it had used when last asked; -1 if that is
     *     not known
     * @param gaps the breaks that were mended, in order; the first 1,000
     * @param omittedBytes bytes of the log between events that were not sent; all of them after {@link #close()}
     * @param incompleteTransactions those that a new one, or a new file, cut off; all of them after {@link #close()}
     * @param incident where the first INCIDENT event is, as {@code file:offset}: changes before it are missing from the log;
     *     empty for none
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

        /** The same without a connection. */
        public State ended() {
            return new State(
                    false, connectionId, cpuNanos, gaps, omittedBytes, incompleteTransactions, incident, connector);
        }
    }

    State state();

    /**
     * Ends reading until {@link #readOn()}: the connection is ended, as a server would end one on which nobody takes what it
     * sends. What was in flight comes again. It is no gap. Does not wait for the reader.
     */
    default void pause() {
        throw new IllegalStateException("only a stream that this process reads can be held");
    }

    /** Reads on behind the last complete transaction, if there was a pause. */
    default void readOn() {
        throw new IllegalStateException("only a stream that this process reads can be held");
    }

    /** Ends the connection and waits for the reader: what was told then is final. */
    @Override
    void close();
}
