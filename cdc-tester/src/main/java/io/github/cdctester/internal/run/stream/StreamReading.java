// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.WindowMark;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.judge.replay.Replay;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.time.ClockOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who reads one stream, here or on another machine, with what has arrived and what was seen of the commits. */
public interface StreamReading extends AutoCloseable {

    /** What has arrived; also before it starts. */
    StreamMeter meter();

    /** What was seen of it against what was committed, unless that is not asked for. */
    Optional<StreamCheck> check();

    /** Asks for its rows to be replayed; before it starts. */
    void replayWith(Replay replayed);

    /** Asks for somebody else to be told of its transactions as well; before it starts. */
    void watchWith(TransactionWatch watch);

    /**
     * Subscribes; returns when the first bytes have arrived.
     *
     * @param leftOut the GTIDs that the stream is not to have, in the server's form; {@code null} where it starts at a place
     */
    void start(StreamSettings settings, @Nullable String leftOut);

    /** Where it comes from at present; {@code null} before it starts. */
    @Nullable
    FollowedServer followed();

    /** The server's clock against the reader's own; {@code null} where that is the one of this process. */
    @Nullable
    ClockOffset clockOffset();

    /** What arrives after this call has returned obeys the mark. */
    void openWindowAt(WindowMark mark);

    /** Hands over the end of the log, asked for just now, of the server that is followed. */
    void offer(LogEnd end, FollowedServer of);

    /** From here on what is told of the stream is no older than this call, or a moment later. */
    void renew();

    /** Throws what ended the stream; an {@link Error} as it is. */
    void failIfBroken();

    /** Ends reading until {@link #readOn()}. */
    void pause();

    /** Reads on where it stood. */
    void readOn();

    /** Whether there is a connection that is not known to be broken. */
    boolean isConnected();

    /** The connection's number at the server. */
    long connectionId();

    /** The breaks that were mended. */
    List<StreamGap> gaps();

    /** CPU time of the reader's thread in ns, or -1 where that is not known. */
    long cpuNanos();

    /** Bytes that the server kept to itself; after {@link #close()}. */
    long omittedBytes();

    /** Transactions without an end; after {@link #close()}. */
    long incompleteTransactions();

    /** Ends the connection, and waits for the reader: what was told then is final. */
    @Override
    void close();
}
