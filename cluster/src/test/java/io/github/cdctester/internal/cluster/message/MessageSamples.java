// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.StreamSettings.HeartbeatTable;
import io.github.cdctester.internal.binlog.Subscription;
import io.github.cdctester.internal.binlog.connection.ConnectorUse;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader.ReportedLine;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.PayloadCounts;
import io.github.cdctester.internal.meter.RemoteStreamMeter;
import io.github.cdctester.internal.meter.StreamCounts;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.meter.StreamSnapshot;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.DurationRecorder;
import io.github.cdctester.internal.meter.duration.LargeTransactionEffect;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.internal.mysql.ConnectionSecurity;
import io.github.cdctester.internal.run.stream.DelayChoice;
import io.github.cdctester.internal.run.stream.StreamReading;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.ScheduleProgress;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Samples of all message types. */
public final class MessageSamples {

    private static final SharedPlan PLAN = new SharedPlan(
            "{\"a\":1}",
            Endpoint.of("::1", 3306, "d", "u", Password.of("gehe\"im"))
                    .withSsl(Endpoint.SslMode.VERIFY_CA, Path.of("ca.pem"))
                    .withDriverProperty("k", "v"));

    static final Message.LoadPart PART = new Message.LoadPart("a:1", new LoadShare(1, 2), 4, 3, 9);

    public static final Message.ProcessUsage USAGE = new Message.ProcessUsage(1, 2, 3, 4);

    private MessageSamples() {}

    public static Message.PoolCreated poolCreated(int task) {
        return new Message.PoolCreated(task, null, false, LoadClient.ofNative("main"), "");
    }

    /** Returns a distribution of durations in µs. */
    public static Distribution durations(long... micros) {
        DurationRecorder recorder = new DurationRecorder();
        for (long value : micros) {
            recorder.record(value);
        }
        return recorder.take();
    }

    /** Returns true if two distributions have the same values. */
    public static boolean haveSameValues(Distribution first, Distribution second) {
        return Arrays.equals(first.toBytes(), second.toBytes())
                && first.negatives() == second.negatives()
                && first.lowestNegativeMicros() == second.lowestNegativeMicros();
    }

    /** Returns an update in which each field contains values. */
    public static Message.WriteUpdate writeUpdate() {
        return new Message.WriteUpdate(
                new WriteCounts(
                        Map.of("order", 7L, "pay", 0L),
                        Map.of(1213, 4L, 1062, 5L),
                        Map.of(
                                Metric.READS,
                                1L,
                                Metric.WRITES,
                                2L,
                                Metric.OTHER,
                                3L,
                                Metric.RECONNECTS,
                                6L,
                                Metric.PLANNED_RECONNECTS,
                                7L,
                                Metric.UNKNOWN_OUTCOMES,
                                8L,
                                Metric.LOGGED_TRANSACTIONS,
                                9L,
                                Metric.ROLLED_BACK,
                                10L,
                                Metric.FOUND_NO_ROW,
                                11L)),
                new WriteDurations(
                        durations(1, 20, 3_000),
                        durations(4, 50),
                        durations(600),
                        Map.of("order", durations(1, 20, 3_000), "pay", Distribution.EMPTY)),
                Map.of("a", Map.of(RowKind.INSERT, 11L, RowKind.DELETE, 12L), "b", Map.of(RowKind.UPDATE, 13L)),
                List.of(
                        Commits.of(-1, Long.MIN_VALUE, "tag", new long[] {7, 5, 6}),
                        Commits.of(0, 1, "", new long[] {Long.MAX_VALUE})),
                2_000_000L);
    }

    private static Message.WriteUpdate updateWithStamps() {
        return new Message.WriteUpdate(
                WriteCounts.ZERO,
                WriteDurations.NOTHING,
                Map.of(),
                List.of(new Commits(0, 1, "", true, new long[] {5, 1L << 48, 1_900_000_000_000_000L, 2})),
                null);
    }

    /** Returns an update that contains only transactions of 1 ms each. */
    public static Message.WriteUpdate writeUpdate(String kind, long transactions) {
        long[] micros = new long[(int) transactions];
        Arrays.fill(micros, 1_000);
        Distribution latencies = durations(micros);
        return new Message.WriteUpdate(
                new WriteCounts(Map.of(kind, transactions), Map.of(), Map.of(Metric.LOGGED_TRANSACTIONS, transactions)),
                new WriteDurations(latencies, latencies, latencies, Map.of()),
                Map.of(),
                List.of(),
                null);
    }

    /** Returns a stream update in which each field contains values. */
    public static Message.StreamUpdate streamUpdate() {
        long[] counts = StreamCounts.ZERO.values();
        counts[0] = 4_711;
        counts[2] = 5;
        StreamSnapshot snapshot = new StreamSnapshot(
                StreamCounts.of(counts),
                new LogPosition("binlog.000002", 1L << 33),
                StreamCounts.ZERO,
                new LogPosition("binlog.000001", 4),
                1_900_000_000_000_000L,
                1_899_999_999_000_000L,
                17);
        DelayParts delays = new DelayParts(
                durations(1, 2), durations(1), Distribution.EMPTY, Map.of(DelaySource.HEARTBEAT, durations(9)));
        LargeTransactionEffect large = new LargeTransactionEffect(
                1_000_000, 3_000_000, 77, durations(1), durations(2), durations(3), durations(4), Distribution.EMPTY);
        StreamGap gap = new StreamGap(
                Instant.ofEpochMilli(1_900_000_000_123L),
                0.25,
                3,
                "closed",
                "db:3306 (server_uuid a)",
                "db:3307 (server_uuid b)",
                StreamGap.ResumedBy.GTIDS,
                new ClockOffset(-3, 4));
        return new Message.StreamUpdate(
                new StreamMeter.Report(snapshot, DelayParts.NOTHING, delays, delays, Optional.of(large)),
                new Subscription.State(
                        true,
                        12,
                        13,
                        List.of(gap),
                        5,
                        6,
                        "binlog.000001:4711",
                        new ConnectorUse("0.41.0", 2, "an event", 3, 4, 5)),
                14);
    }

    /** Returns a stream update from before the measured part, without large transactions. */
    public static Message.StreamUpdate updateBeforeWindow() {
        return new Message.StreamUpdate(
                new StreamMeter.Report(
                        new RemoteStreamMeter().snapshot(),
                        DelayParts.NOTHING,
                        DelayParts.NOTHING,
                        DelayParts.NOTHING,
                        Optional.empty()),
                new Subscription.State(false, 0, -1, List.of(), 5, 6, "", ConnectorUse.NONE),
                0);
    }

    public static ServerInfo server() {
        return new ServerInfo(
                ServerInfo.Flavor.MYSQL,
                "9.7.0",
                "uuid",
                "1",
                "host",
                "1",
                "ROW",
                "FULL",
                "CRC32",
                "ON",
                "OFF",
                "16384",
                ServerInfo.Durability.UNKNOWN,
                new ConnectionSecurity(true, "TLSv1.3", "TLS_AES_128_GCM_SHA256", "caching_sha2_password", false));
    }

    private static final List<Note> DELAY_NOTES =
            List.of(Note.of(Note.Code.NO_COMMIT_TIMESTAMPS, "server", "MARIADB 11.8"));

    private static Message.Follow follow() {
        return new Message.Follow(
                1,
                PLAN,
                "a",
                server(),
                -5,
                new StreamSettings.StreamStart(
                        new LogPosition("binlog.000001", 157), null, "uuid:1-5", new WindowMark.AtFirstTransaction()),
                new StreamSettings.ReadSettings(
                        Reader.CONNECTOR,
                        Duration.ofMinutes(1),
                        RowCounting.EXACT,
                        true,
                        false,
                        true,
                        new HeartbeatTable("d", "t")),
                null,
                new StreamReading.RequestedMeasurements(
                        new DelayChoice(
                                DelaySource.COMMIT_TIMESTAMP, EnumSet.of(DelaySource.EVENT_HEADER), DELAY_NOTES),
                        false,
                        true,
                        1_000,
                        List.of("aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa")),
                true);
    }

    private static List<Message> streamMessages() {
        return List.of(
                follow(),
                new Message.Following(1, -7, 8),
                new Message.OpenWindow(1, new WindowMark.AfterHeartbeat(3)),
                new Message.OpenWindow(1, new WindowMark.AtPosition(new LogPosition("binlog.000001", 200), 0)),
                new Message.WindowOpened(1),
                new Message.WriteWindow(1),
                new Message.Committed(1, List.of(Commits.of(1, 2, "", new long[] {3, 4}))),
                new Message.LogEnds(1, new LogEnd(new LogPosition("binlog.000001", 300), "uuid:1-6")),
                new Message.PollStream(1, 5),
                new Message.StreamProgress(1, 5, streamUpdate()),
                new Message.StreamProgress(2, 6, updateBeforeWindow()),
                new Message.StreamEnded(
                        1,
                        streamUpdate(),
                        Map.of("d.t", Map.of(RowKind.UPDATE, 3L)),
                        new PayloadCounts(1, 2, 3, Map.of("QUERY", 4L)),
                        StreamFindings.NOTHING));
    }

    /** Returns at least one message of each type. */
    static List<Message> oneOfEachType() {
        List<Message> samples = new ArrayList<>(List.of(
                new Message.Hello("1.2.3", 7_000, "0f-1", "10.0.0.9:7070"),
                new Message.Welcome("1.2.3", "21.0.4", 16),
                new Message.Refused("it is busy, \"really\" – ü"),
                new Message.Ping(Long.MAX_VALUE),
                new Message.Pong(3, Long.MIN_VALUE, 1_900_000_000_000_000L, USAGE)));
        samples.addAll(List.of(
                new Message.CreatePool(
                        1,
                        PLAN,
                        "burst",
                        PART,
                        true,
                        true,
                        true,
                        new SharedNumbers(5, 1, 2, Map.of("t.id", 7L)),
                        new Stamps.ReservedNumbers(1L << 40, 7),
                        List.of(12L, 1L << 33)),
                new Message.PoolCreated(
                        1,
                        "gtid_mode is OFF",
                        false,
                        LoadClient.ofJdbc("main", Reason.WORKLOAD),
                        "MariaDB Connector/J 3"),
                new Message.PoolCreated(2, null, true, LoadClient.ofNative("main"), ""),
                new Message.Start(1),
                new Message.Ready(1),
                new Message.Connections(1, List.of(12L, 1L << 33)),
                new Message.Open(1, -5, null),
                new Message.Open(1, -5, new ScheduleProgress(-9, -8, -6, -5)),
                new Message.Opened(1, USAGE),
                new Message.Pause(1),
                new Message.Paused(1, writeUpdate()),
                new Message.Limit(1, 1_000_000_000_000L)));
        samples.addAll(streamMessages());
        samples.addAll(List.of(
                new Message.EndSchedule(1, 99),
                new Message.Stop(1),
                new Message.Cancel(1),
                new Message.WriteProgress(1, writeUpdate()),
                new Message.WriteProgress(2, updateWithStamps()),
                new Message.Ended(1, writeUpdate(), 77, durations(5, 6), durations(7), durations(8), USAGE),
                new Message.Failed(1, "why"),
                new Message.EndTask(1),
                new Message.Over(1, "a worker did not end"),
                new Message.Over(2, null)));
        samples.addAll(List.of(
                new Message.Fill(1, PLAN, "burst", 9, 1, 40, "noon", new LoadShare(1, 2)),
                new Message.FillProgress(1, 1_000_000_000_000L)));
        samples.addAll(groupMessages());
        return samples;
    }

    private static List<Message> groupMessages() {
        return List.of(
                new Message.JoinGroup(1, Map.of("group.id", "g")),
                new Message.GroupJoined(1),
                new Message.LinePart(1, "t-0", 5, "{\"a\":\"ü"),
                new Message.LinesRead(
                        1,
                        1_900_000_000_000_000L,
                        "t-0",
                        List.of(new ReportedLine(7, "k", "{\"a\":\"ü\"}"), new ReportedLine(9, null, null))),
                new Message.LinesTaken(1));
    }
}
