// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.PayloadCounts;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What coordinator and worker nodes tell each other. Both are of the same version, so that there is one form of each. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "is")
public sealed interface Message {

    /** Of or for one crew. */
    sealed interface OfCrew extends Message {

        /**
         * Says whose it is.
         *
         * @return the crew's number
         */
        int crew();
    }

    /** Of or for one step of filling tables. */
    sealed interface OfFilling extends Message {

        /**
         * Says which one.
         *
         * @return its number
         */
        int filling();
    }

    /**
     * A coordinator wants this node.
     *
     * @param version the coordinator's version of cdc-tester
     * @param patienceMillis for how long it may be silent itself before it counts as lost
     * @param coordinator different for each that calls
     * @param calledAs host and port by which it calls this node
     */
    record Hello(String version, long patienceMillis, String coordinator, String calledAs) implements Message {}

    /**
     * The node is the coordinator's until that leaves.
     *
     * @param version the node's version
     * @param java its Java
     * @param processors how many processors it has
     */
    record Welcome(String version, String java, int processors) implements Message {}

    /**
     * The node does not do what was asked.
     *
     * @param why in words
     */
    record Refused(String why) implements Message {}

    /**
     * Asks for the node's clock.
     *
     * @param number comes back
     */
    record Ping(long number) implements Message {}

    /**
     * Answers.
     *
     * @param number of the question
     * @param nanos the node's clock of intended starts
     * @param epochMicros its time of day, in µs since 1970
     * @param usage what its process has used
     */
    record Pong(long number, long nanos, long epochMicros, Usage usage) implements Message {}

    /**
     * Workers are wanted.
     *
     * @param crew by what they are known from here on
     * @param part what for
     */
    record Hire(int crew, LoadPart part) implements OfCrew {}

    /**
     * The first of them are connected.
     *
     * @param crew which ones
     * @param refusal why their commits are not followed; {@code null} where they are, or need not be
     * @param mariaDb whether their GTIDs are MariaDB's
     * @param driver the JDBC driver and its version
     */
    record Hired(int crew, @Nullable String refusal, boolean mariaDb, String driver) implements OfCrew {}

    /**
     * All of them are to connect.
     *
     * @param crew which ones
     */
    record Start(int crew) implements OfCrew {}

    /**
     * All of them are connected.
     *
     * @param crew which ones
     */
    record Ready(int crew) implements OfCrew {}

    /**
     * They are to go.
     *
     * @param crew which ones
     * @param atNanos when, by the node's clock
     */
    record Open(int crew, long atNanos) implements OfCrew {}

    /**
     * They go.
     *
     * @param crew which ones
     * @param lateNanos how long after their time
     * @param usage what the node's process has used by now
     */
    record Opened(int crew, long lateNanos, Usage usage) implements OfCrew {}

    /**
     * They are to be held between two transactions.
     *
     * @param crew which ones
     */
    record Pause(int crew) implements OfCrew {}

    /**
     * They are held.
     *
     * @param crew which ones
     * @param done what they have done since they were last heard of
     */
    record Paused(int crew, Done done) implements OfCrew {}

    /**
     * They end after so many more transactions.
     *
     * @param crew which ones
     * @param transactions how many, all of this node together
     */
    record Limit(int crew, long transactions) implements OfCrew {}

    /**
     * They begin no transaction of an open loop that is due at that moment or later.
     *
     * @param crew which ones
     * @param atNanos when, by the node's clock
     */
    record EndSchedule(int crew, long atNanos) implements OfCrew {}

    /**
     * They are to finish the transactions that they are in.
     *
     * @param crew which ones
     */
    record Stop(int crew) implements OfCrew {}

    /**
     * They are to give up long transactions.
     *
     * @param crew which ones
     */
    record Cancel(int crew) implements OfCrew {}

    /**
     * A second's work.
     *
     * @param crew whose
     * @param done what they have done since they were last heard of
     */
    record Beat(int crew, Done done) implements OfCrew {

        /** How long before a second's end it is sent: it is there when the coordinator takes its own sample, also where machines are busy. */
        public static final long AHEAD_NANOS = 100_000_000;
    }

    /**
     * All of them have ended.
     *
     * @param crew which ones
     * @param done what they have done since they were last heard of
     * @param scheduled starts of an open loop since it was last opened
     * @param waiting for how long those starts had waited that were not done: an HdrHistogram of µs
     * @param latency of all transactions since it was last opened: likewise
     * @param startDelay of those: likewise
     * @param usage what the node's process has used by now
     */
    @SuppressWarnings("ArrayRecordComponent") // sent as it is, and never compared
    record Ended(int crew, Done done, long scheduled, byte[] waiting, byte[] latency, byte[] startDelay, Usage usage)
            implements OfCrew {}

    /**
     * They cannot go on.
     *
     * @param crew which ones
     * @param why in words
     */
    record Failed(int crew, String why) implements OfCrew {}

    /**
     * They are not wanted any more.
     *
     * @param crew which ones
     */
    record Dismiss(int crew) implements OfCrew {}

    /**
     * They are gone, and their connections closed.
     *
     * @param crew which ones
     * @param left what is wrong with that; {@code null} where nothing is
     */
    record Dismissed(int crew, @Nullable String left) implements OfCrew {}

    /** Of or for one stream. */
    sealed interface OfStream extends Message {

        /**
         * Says which one.
         *
         * @return the stream's number
         */
        int stream();
    }

    /**
     * A stream is to be followed.
     *
     * @param stream by what it is known from here on
     * @param part which one, and how
     */
    record Follow(int stream, StreamPart part) implements OfStream {}

    /**
     * Its first bytes have arrived.
     *
     * @param stream which one
     * @param offsetMicros the server's clock minus the coordinator's, as the node finds it
     * @param uncertaintyMicros the most that this is wrong by
     */
    record Following(int stream, long offsetMicros, long uncertaintyMicros) implements OfStream {}

    /**
     * The measured part begins.
     *
     * @param stream in which one
     * @param mark where
     */
    record Mark(int stream, StreamPart.Mark mark) implements OfStream {}

    /**
     * What arrives from here on obeys the mark.
     *
     * @param stream in which one
     */
    record Marked(int stream) implements OfStream {}

    /**
     * The write side's measured part begins: what was committed before is not counted.
     *
     * @param stream what is compared with it
     */
    record WriteWindow(int stream) implements OfStream {}

    /**
     * Commits that the write side was told of.
     *
     * @param stream what is compared with them
     * @param commits their GTIDs
     */
    record Committed(int stream, List<Commits> commits) implements OfStream {}

    /**
     * The log was just seen to end there.
     *
     * @param stream of which one
     * @param end where
     */
    record LogEnds(int stream, LogEnd end) implements OfStream {}

    /**
     * Asks for what has arrived.
     *
     * @param stream of which one
     * @param number comes back
     */
    record Tell(int stream, long number) implements OfStream {}

    /**
     * Answers.
     *
     * @param stream of which one
     * @param number of the question
     * @param arrived what has
     */
    record Told(int stream, long number, Arrived arrived) implements OfStream {}

    /**
     * It is not to be read for a while, or to be read on.
     *
     * @param stream which one
     * @param reads whether it is read
     */
    record Reading(int stream, boolean reads) implements OfStream {}

    /**
     * It is not to be read any more.
     *
     * @param stream which one
     */
    record EndStream(int stream) implements OfStream {}

    /**
     * Its reader has ended.
     *
     * @param stream of which one
     * @param last what has arrived
     * @param rows by table and kind since the measured part began
     * @param payloads compressed transactions since then
     * @param omittedBytes what the server kept to itself
     * @param incompleteTransactions those without an end
     * @param findings the stream against the commits that were told of
     */
    record StreamEnded(
            int stream,
            Arrived last,
            Map<String, Map<RowKind, Long>> rows,
            PayloadCounts payloads,
            long omittedBytes,
            long incompleteTransactions,
            StreamFindings findings)
            implements OfStream {}

    /**
     * It cannot be followed, or not any more.
     *
     * @param stream which one
     * @param why in words
     */
    record StreamBroke(int stream, String why) implements OfStream {}

    /**
     * Tables are to be filled.
     *
     * @param filling by what it is known from here on
     * @param part what this node does of it
     */
    record Fill(int filling, FillPart part) implements OfFilling {}

    /**
     * So many rows are there.
     *
     * @param filling of what
     * @param rows how many this node has added since it began
     */
    record FillBeat(int filling, long rows) implements OfFilling {}

    /**
     * It is to end as soon as may be.
     *
     * @param filling what
     */
    record StopFilling(int filling) implements OfFilling {}

    /**
     * It has ended, and its connections are closed.
     *
     * @param filling what
     * @param rows how many this node has added
     * @param why what went wrong; {@code null} where all is there
     */
    record FillEnded(int filling, long rows, @Nullable String why) implements OfFilling {}
}
