// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscription;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.PayloadCounts;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.internal.run.stream.StreamReading.RequestedMeasurements;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.ScheduleProgress;
import io.github.cdctester.internal.writer.Stamps;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The protocol between coordinator and worker nodes. Both have the same version, so each message has one form: JSON, never Java
 * serialization, by which a peer could send objects of any class.
 */
public sealed interface Message {

    /** Maximum number of entries of one kind in a report. */
    long MAX_COUNTED = 1L << 48;

    /** JSON in UTF-8. */
    default byte[] encode() {
        return MessageForm.JSON.bytes(Message.class, this);
    }

    /**
     * Reads a message.
     *
     * @throws IllegalArgumentException if it is not one of this version
     */
    static Message decode(byte[] json) {
        try {
            return MessageForm.JSON.read(json, Message.class);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no message of this version: " + e.getMessage(), e);
        }
    }

    /**
     * Resources used by a node's process since it started.
     *
     * @param cpuNanos user and system CPU time; -1 if its Java runtime does not report it
     */
    record ProcessUsage(long nanos, long cpuNanos, long gcMillis, long maxHeapBytes) {}

    /** A message about one task: a pool, a stream, a filling or a group; the coordinator numbers tasks. */
    sealed interface TaskMessage extends Message {

        int task();
    }

    /** A coordinator claims the node. */
    record Hello(String version, long timeoutMillis, String coordinator, String calledAs) implements Message {}

    /** The node belongs to the coordinator until the connection ends. */
    record Welcome(String version, String java, int processors) implements Message {}

    /** The node does not accept the coordinator. */
    record Refused(String why) implements Message {}

    /** Requests the clocks of the node, at {@code sentNanos} of the coordinator's. */
    record Ping(long sentNanos) implements Message {}

    /**
     * Answers a {@link Ping}, whose moment it repeats.
     *
     * @param epochMicros its time of day, in µs since 1970
     */
    record Pong(long sentNanos, long nanos, long epochMicros, ProcessUsage usage) implements Message {}

    /**
     * Creates a pool: the node's part of a load.
     *
     * @param load the load's name in the plan
     * @param tellsEach whether consumers are judged, so that each commit is reported with its time
     * @param numbers the number sequences that are divided among nodes; {@code null} for a workload without them
     * @param stamps the numbers for the rows of these workers; {@code null} if rows are not stamped
     * @param left connections of the node that had the part before, which the node closes first
     */
    record CreatePool(
            int task,
            SharedPlan plan,
            String load,
            LoadPart part,
            boolean countsRows,
            boolean tracksCommits,
            boolean tellsEach,
            @Nullable SharedNumbers numbers,
            Stamps.@Nullable Part stamps,
            List<Long> left)
            implements TaskMessage {}

    /**
     * A part of a load.
     *
     * @param home the address of the node that it was divided for
     * @param takeover 0 for a part from the beginning; else a number that no other takeover has
     */
    record LoadPart(String home, LoadShare share, int firstWorker, int threads, int takeover) {}

    /**
     * The first worker of the pool is connected.
     *
     * @param refusal why GTIDs of commits are not tracked; {@code null} if they are, or need not be
     */
    record PoolCreated(int task, @Nullable String refusal, boolean mariaDb, String driver) implements TaskMessage {}

    /** All workers are to connect. */
    record Start(int task) implements TaskMessage {}

    /** All workers are connected. */
    record Ready(int task) implements TaskMessage {}

    /** The server's numbers of the workers' connections, when these have changed. */
    record Connections(int task, List<Long> ids) implements TaskMessage {}

    /**
     * The workers are to write from that moment on, by the node's clock.
     *
     * @param progress progress of the schedule of a part that is taken over, by the node's clock; {@code null} otherwise
     */
    record Open(int task, long atNanos, @Nullable ScheduleProgress progress) implements TaskMessage {}

    /** The workers write; they began {@code lateNanos} after the moment of {@link Open}. */
    record Opened(int task, long lateNanos, ProcessUsage usage) implements TaskMessage {}

    /** The workers are to be held between two transactions. */
    record Pause(int task) implements TaskMessage {}

    /** All workers are paused. */
    record Paused(int task, WriteUpdate update) implements TaskMessage {}

    /** Ends the workers after this many more transactions of the node. */
    record Limit(int task, long transactions) implements TaskMessage {}

    /** Starts of an open loop that are due at that moment or later, by the node's clock, are left out. */
    record EndSchedule(int task, long atNanos) implements TaskMessage {}

    /** The workers are to finish the transactions that they are in. */
    record Stop(int task) implements TaskMessage {}

    /** The workers are to give up long transactions. */
    record Cancel(int task) implements TaskMessage {}

    /** Sent once a second while the workers write. */
    record WriteProgress(int task, WriteUpdate update) implements TaskMessage {

        /** Time before a second's end at which it is sent, to arrive before the coordinator's own sample even on busy machines. */
        public static final long AHEAD_NANOS = 100_000_000;
    }

    /**
     * All workers have ended.
     *
     * @param scheduled starts of an open loop since {@link Open}
     * @param waiting how long the starts had waited that were not carried out
     * @param latency of all transactions since {@link Open}
     * @param startDelay of those
     */
    record Ended(
            int task,
            WriteUpdate update,
            long scheduled,
            Distribution waiting,
            Distribution latency,
            Distribution startDelay,
            ProcessUsage usage)
            implements TaskMessage {}

    /** The task cannot continue; its end is waited for. */
    record Failed(int task, String why) implements TaskMessage {}

    /** The task is to end as soon as possible. */
    record EndTask(int task) implements TaskMessage {}

    /**
     * The task has ended, and its connections are closed.
     *
     * @param why the failure, or what could not be closed; {@code null} if all is well
     */
    record Over(int task, @Nullable String why) implements TaskMessage {}

    /**
     * The node is to follow a stream.
     *
     * @param clockAheadMicros the node's time of day minus the coordinator's
     * @param leftOut the GTIDs that the ledger does not expect; {@code null} for none
     * @param verified whether the stream is compared with commits
     */
    record Follow(
            int task,
            SharedPlan plan,
            String stream,
            ServerInfo server,
            long clockAheadMicros,
            StreamSettings.From from,
            StreamSettings.Read read,
            @Nullable String leftOut,
            RequestedMeasurements wanted,
            boolean verified)
            implements TaskMessage {}

    /** The first bytes of the stream have arrived. */
    record Following(int task, long offsetMicros, long uncertaintyMicros) implements TaskMessage {}

    /** The measured part of the stream begins there. */
    record OpenWindow(int task, WindowMark start) implements TaskMessage {}

    /** Answers {@link OpenWindow}: later events count. */
    record WindowOpened(int task) implements TaskMessage {}

    /** The measured part of the writes begins: earlier commits are not expected in the stream. */
    record WriteWindow(int task) implements TaskMessage {}

    /** Commits that the server has acknowledged, to be compared with the stream. */
    record Committed(int task, List<Commits> commits) implements TaskMessage {}

    /** The end of the server's log, as it was just read. */
    record LogEnds(int task, LogEnd end) implements TaskMessage {}

    /** Requests the progress of the stream. */
    record PollStream(int task, long number) implements TaskMessage {}

    /** Answers the {@link PollStream} with this number. */
    record StreamProgress(int task, long number, StreamUpdate update) implements TaskMessage {}

    /** Answers {@link EndTask}: the reader has ended. */
    record StreamEnded(
            int task,
            StreamUpdate last,
            Map<String, Map<RowKind, Long>> rows,
            PayloadCounts payloads,
            StreamFindings findings)
            implements TaskMessage {}

    /**
     * The node is to fill its part of tables.
     *
     * @param load the name of the load whose tables are filled
     * @param allThreads the threads of all nodes
     * @param step the step of filling, from 0
     * @param allPieces the pieces of the step, over all nodes
     * @param common the value that all rows share
     * @param share this node's share of pieces and threads
     */
    record Fill(
            int task,
            SharedPlan plan,
            String load,
            int allThreads,
            int step,
            int allPieces,
            String common,
            LoadShare share)
            implements TaskMessage {}

    /** Reports the number of rows inserted since the start. */
    record FillProgress(int task, long rows) implements TaskMessage {}

    /** The node is to read a consumer's lines, as a member of a group. */
    record JoinGroup(int task, Map<String, String> source) implements TaskMessage {}

    /** The node has its part of the group's partitions, which may be none. */
    record GroupJoined(int task) implements TaskMessage {}

    /** Lines of one partition that the node has read, at {@code epochMicros} of its time of day. */
    record LinesRead(int task, long epochMicros, String partition, List<GroupReader.ReportedLine> lines)
            implements TaskMessage {}

    /** Answers a {@link LinesRead}: the judge has these lines. */
    record LinesTaken(int task) implements TaskMessage {}

    /**
     * Progress of a stream: counters since its start, by the coordinator's clock, and delays since the update before.
     *
     * @param pending acknowledged commits that have not been seen
     */
    record StreamUpdate(StreamMeter.Report report, Subscription.State reader, long pending) {}

    /**
     * The work of a pool's workers on one node since the update before.
     *
     * @param rows of commits, by table and kind; empty if they are not counted, or workers are active
     */
    record WriteUpdate(
            WriteCounts counts, WriteDurations durations, Map<String, Map<RowKind, Long>> rows, List<Commits> commits) {

        /** Refuses what no node can have done. */
        public WriteUpdate {
            boolean impossible = Stream.of(
                            counts.transactionsByKind().values(),
                            counts.errorsPerCode().values(),
                            counts.others().values())
                    .flatMap(Collection::stream)
                    .anyMatch(count -> count < 0 || count > MAX_COUNTED);
            if (impossible || rows.size() > 4 * StreamMeter.MAX_TABLES) {
                throw new IllegalArgumentException("a report of impossible numbers");
            }
        }
    }
}
