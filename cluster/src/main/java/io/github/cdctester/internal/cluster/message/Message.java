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
import io.github.cdctester.result.summary.LoadClient;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The protocol between coordinator and worker nodes, which must have the same version. Messages are JSON, because with Java
 * serialization a peer could send objects of any class.
 */
public sealed interface Message {

    long MAX_COUNT = 1L << 48;

    default byte[] encode() {
        return MessageForm.JSON.bytes(Message.class, this);
    }

    /** @throws IllegalArgumentException if the text is not a message of this version */
    static Message decode(byte[] json) {
        try {
            return MessageForm.JSON.read(json, Message.class);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no message of this version: " + e.getMessage(), e);
        }
    }

    /** Totals since the process started. {@code cpuNanos} is -1 if the Java runtime does not report CPU time. */
    record ProcessUsage(long nanos, long cpuNanos, long gcMillis, long maxHeapBytes) {}

    /** A message about a pool, a stream, a filling or a group. The coordinator assigns task numbers. */
    sealed interface TaskMessage extends Message {

        int task();
    }

    /** Coordinator to node: claims the node. */
    record Hello(String version, long timeoutMillis, String coordinator, String calledAs) implements Message {}

    /** Reply to {@link Hello}: the node accepts the coordinator until the connection ends. */
    record Welcome(String version, String java, int processors) implements Message {}

    /** Reply to {@link Hello}: the node does not accept the coordinator. */
    record Refused(String why) implements Message {}

    /** Requests the node's clocks. {@code sentNanos} uses the coordinator's clock. */
    record Ping(long sentNanos) implements Message {}

    /** Reply to {@link Ping}, with its {@code sentNanos}. {@code epochMicros} is the node's time of day. */
    record Pong(long sentNanos, long nanos, long epochMicros, ProcessUsage usage) implements Message {}

    /**
     * Creates a pool of workers for the node's part of a load.
     *
     * @param reportsEachCommit true if consumers are judged: each commit is reported with its time and stamp
     * @param numbers {@code null} if the workload has no number sequences to divide
     * @param stamps {@code null} if rows are not stamped
     * @param connectionsToEnd server connection ids of a lost previous owner, which the node ends first
     */
    record CreatePool(
            int task,
            SharedPlan plan,
            String load,
            LoadPart part,
            boolean countsRows,
            boolean tracksCommits,
            boolean reportsEachCommit,
            @Nullable SharedNumbers numbers,
            Stamps.@Nullable ReservedNumbers stamps,
            List<Long> connectionsToEnd)
            implements TaskMessage {}

    /** Workers of a load on one node. {@code home} is the original owner's address; {@code takeover} is 0 or a unique number. */
    record LoadPart(String home, LoadShare share, int firstWorker, int threads, int takeover) {}

    /**
     * Reply to {@link CreatePool}: the first worker is connected.
     *
     * @param refusal why GTIDs of commits cannot be tracked; {@code null} if they can, or if tracking was not requested
     * @param driver JDBC driver and version; empty for the native client
     */
    record PoolCreated(int task, @Nullable String refusal, boolean mariaDb, LoadClient client, String driver)
            implements TaskMessage {}

    /** Coordinator to node: connect all workers. */
    record Start(int task) implements TaskMessage {}

    /** Reply to {@link Start}: all workers are connected. */
    record Ready(int task) implements TaskMessage {}

    /** Reports changed server connection ids of the workers. */
    record Connections(int task, List<Long> ids) implements TaskMessage {}

    /**
     * Coordinator to node: start to write. Times use the node's clock. {@code progress} is null unless the part is taken over.
     */
    record Open(int task, long atNanos, @Nullable ScheduleProgress progress) implements TaskMessage {}

    /** Reply to {@link Open}: a closed loop has started, or the schedule of an open loop is set. */
    record Opened(int task, ProcessUsage usage) implements TaskMessage {}

    /** Coordinator to node: pause the workers between two transactions. */
    record Pause(int task) implements TaskMessage {}

    /** Reply to {@link Pause}: all workers are paused. */
    record Paused(int task, WriteUpdate update) implements TaskMessage {}

    /** Coordinator to node: end the workers after this many more transactions. */
    record Limit(int task, long transactions) implements TaskMessage {}

    /** Coordinator to node: omit starts of an open loop at or after this time of the node's clock. */
    record EndSchedule(int task, long atNanos) implements TaskMessage {}

    /** Coordinator to node: end the workers after their current transactions. */
    record Stop(int task) implements TaskMessage {}

    /** Coordinator to node: cancel the current transactions, because they may take long. */
    record Cancel(int task) implements TaskMessage {}

    /** Reports the work of one second while the workers write. */
    record WriteProgress(int task, WriteUpdate update) implements TaskMessage {

        /** A report is sent this long before its second ends, so that it arrives before the coordinator's sample. */
        public static final long AHEAD_NANOS = 100_000_000;
    }

    /**
     * Reports that all workers have ended. The counts and distributions start at {@link Open}. {@code waiting} contains the
     * waiting times of starts that were not executed.
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

    /** Reports that a task cannot continue. The node waits for {@link EndTask}. */
    record Failed(int task, String why) implements TaskMessage {}

    /** Coordinator to node: end the task as soon as possible. */
    record EndTask(int task) implements TaskMessage {}

    /** Reports that a task has ended and its connections are closed. {@code why} is null if nothing failed. */
    record Over(int task, @Nullable String why) implements TaskMessage {}

    /**
     * Coordinator to node: follow a stream.
     *
     * @param clockAheadMicros the node's time of day minus the coordinator's
     * @param excludedGtids GTIDs that the ledger does not expect
     * @param verified true if the stream is compared with commits
     */
    record Follow(
            int task,
            SharedPlan plan,
            String stream,
            ServerInfo server,
            long clockAheadMicros,
            StreamSettings.StreamStart from,
            StreamSettings.ReadSettings read,
            @Nullable String excludedGtids,
            RequestedMeasurements measurements,
            boolean verified)
            implements TaskMessage {}

    /** Reply to {@link Follow}: the first bytes of the stream have arrived. */
    record Following(int task, long offsetMicros, long uncertaintyMicros) implements TaskMessage {}

    /** Coordinator to node: start the measured part of the stream at this mark. */
    record OpenWindow(int task, WindowMark start) implements TaskMessage {}

    /** Reply to {@link OpenWindow}: later events are measured. */
    record WindowOpened(int task) implements TaskMessage {}

    /** Coordinator to node: the measured writes start; earlier commits are not expected in the stream. */
    record WriteWindow(int task) implements TaskMessage {}

    /** Coordinator to node: acknowledged commits, to be matched with the stream. */
    record Committed(int task, List<Commits> commits) implements TaskMessage {}

    /** Coordinator to node: the current end of the server's log. */
    record LogEnds(int task, LogEnd end) implements TaskMessage {}

    /** Coordinator to node: report the progress of the stream. */
    record PollStream(int task, long number) implements TaskMessage {}

    /** Reply to the {@link PollStream} with this number. */
    record StreamProgress(int task, long number, StreamUpdate update) implements TaskMessage {}

    /** Reply to {@link EndTask}: the reader has ended. */
    record StreamEnded(
            int task,
            StreamUpdate last,
            Map<String, Map<RowKind, Long>> rows,
            PayloadCounts payloads,
            StreamFindings findings)
            implements TaskMessage {}

    /**
     * Coordinator to node: insert a share of the initial rows.
     *
     * @param allThreads threads on all nodes
     * @param allPieces independent pieces on all nodes
     * @param common value computed once for all nodes
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

    record FillProgress(int task, long rows) implements TaskMessage {}

    /** Coordinator to node: read a consumer's lines as a member of a Kafka consumer group. */
    record JoinGroup(int task, Map<String, String> source) implements TaskMessage {}

    /** Reply to {@link JoinGroup}: partitions are assigned; a node may get none. */
    record GroupJoined(int task) implements TaskMessage {}

    /**
     * Reports the next part of a value that is too long for one message. The last part is the value of this line in {@link
     * LinesRead}.
     */
    record LinePart(int task, String partition, long offset, String text) implements TaskMessage {}

    /**
     * Reports lines that the node read from one partition. {@code epochMicros} is the read time by the node's clock, in µs since
     * the epoch.
     */
    record LinesRead(int task, long epochMicros, String partition, List<GroupReader.ReportedLine> lines)
            implements TaskMessage {}

    /** Reply to {@link LinesRead}: the judge has processed these lines. */
    record LinesTaken(int task) implements TaskMessage {}

    /**
     * Counters since the start, and delays since the previous update, by the coordinator's clock. {@code pending} counts
     * acknowledged commits that have not arrived.
     */
    record StreamUpdate(StreamMeter.Report report, Subscription.State reader, long pending) {}

    /**
     * A pool's work on one node since the previous update.
     *
     * @param rows committed rows by table and kind; empty if rows are not counted, or workers are still active
     * @param firstStartDelayNanos start delay of the first completed transaction since {@link Open}: from the intended start in
     *     an open loop, from the requested time in a closed loop. {@code null} if no transaction has completed
     */
    record WriteUpdate(
            WriteCounts counts,
            WriteDurations durations,
            Map<String, Map<RowKind, Long>> rows,
            List<Commits> commits,
            @Nullable Long firstStartDelayNanos) {

        public WriteUpdate {
            boolean isImpossible = Stream.of(
                            counts.transactionsByKind().values(),
                            counts.errorsPerCode().values(),
                            counts.others().values())
                    .flatMap(Collection::stream)
                    .anyMatch(count -> count < 0 || count > MAX_COUNT);
            isImpossible |= firstStartDelayNanos != null && firstStartDelayNanos < 0;
            if (isImpossible || rows.size() > 4 * StreamMeter.MAX_TABLES) {
                throw new IllegalArgumentException("impossible numbers in a report");
            }
        }
    }
}
