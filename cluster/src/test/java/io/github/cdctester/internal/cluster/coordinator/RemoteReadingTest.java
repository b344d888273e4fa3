// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.StartWatch;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Committed;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Follow;
import io.github.cdctester.internal.cluster.message.Message.Following;
import io.github.cdctester.internal.cluster.message.Message.OpenWindow;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.message.Message.PollStream;
import io.github.cdctester.internal.cluster.message.Message.StreamEnded;
import io.github.cdctester.internal.cluster.message.Message.StreamProgress;
import io.github.cdctester.internal.cluster.message.Message.WindowOpened;
import io.github.cdctester.internal.cluster.message.Message.WriteWindow;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.PayloadCounts;
import io.github.cdctester.internal.run.stream.DelayChoice;
import io.github.cdctester.internal.run.stream.StreamReading.RequestedMeasurements;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.result.Note;
import io.github.cdctester.run.RunListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a stream that a simulated node follows. */
@Timeout(60)
class RemoteReadingTest {

    private static final long SECOND_NANOS = 1_000_000_000;

    private final FakeNodes transport = new FakeNodes();
    private final AtomicLong nanos = new AtomicLong(77 * SECOND_NANOS);
    private final Plan plan = FakeCluster.plan(LoadSpec.closedLoop(2));
    private final Coordinator coordinator =
            new Coordinator(FakeCluster.workerNodes(true, 2), plan, nanos::get, new RunListener() {});

    @BeforeEach
    void connect() {
        List.of("a:1", "b:1")
                .forEach(address -> coordinator.nodes.add(new RemoteNode(address, address, address, false, true)));
        transport.setCoordinator(coordinator);
        coordinator.setTransport(transport);
        for (String node : List.of("a:1", "b:1")) {
            transport.setAnswer(node, Follow.class, follow -> new Following(follow.task(), 7, 8));
            transport.setAnswer(node, OpenWindow.class, mark -> new WindowOpened(mark.task()));
            transport.setAnswer(node, EndTask.class, end -> {
                transport.sendFrom(
                        node,
                        new StreamEnded(
                                end.task(),
                                MessageSamples.updateBeforeWindow(),
                                Map.of(),
                                PayloadCounts.ZERO,
                                StreamFindings.NOTHING));
                return new Over(end.task(), null);
            });
        }
    }

    private RemoteReading reading() {
        return (RemoteReading) coordinator.of(
                plan.streams().get(0),
                new RequestedMeasurements(
                        new DelayChoice(DelaySource.COMMIT_TIMESTAMP, Set.of(), List.of()), false, true, 0, List.of()),
                LedgerMemory.ofThisProcess());
    }

    private void start(RemoteReading reading) {
        reading.start(
                new StreamSettings(
                        plan.endpoint(),
                        MessageSamples.server(),
                        new ClockOffset(1, 1),
                        List.of(),
                        DelaySource.COMMIT_TIMESTAMP,
                        new StreamSettings.StreamStart(new LogPosition("binlog.000001", 157), null, "uuid:1-5", null),
                        new StreamSettings.ReadSettings(
                                Reader.NATIVE, Duration.ofMinutes(1), RowCounting.OFF, false, false, false, null),
                        StreamRoute.DIRECT),
                null,
                StartWatch.NONE);
    }

    @Test
    void assignsStreamsInTurn() {
        RemoteReading first = reading();
        start(first);
        RemoteReading second = reading();
        start(second);
        assertThat(second.followed())
                .as("offset of this process, to compare with its queries")
                .isEqualTo(first.followed());
        start(reading());
        assertThat(transport.sentTo("a:1", Follow.class))
                .extracting(Follow::task)
                .containsExactly(1, 3);
        assertThat(transport.sentTo("b:1", Follow.class))
                .extracting(Follow::task)
                .containsExactly(2);
        Follow received = transport.sentTo("b:1", Follow.class).get(0);
        assertThat(received.plan().endpoint().password().reveal()).isEqualTo("geheim");
        assertThat(received.from().gtidsBefore()).isEqualTo("uuid:1-5");
        assertThat(first.clockOffset()).as("offset measured by the node").isEqualTo(new ClockOffset(7, 8));
        assertThat(coordinator.readerNotes()).extracting(Note::code).containsExactly(Note.Code.NODES_READ);
        assertThat(coordinator.isAllCounted()).as("no node writes").isTrue();
    }

    /** The node compares its corrected clock with the server's. The estimate of the correction has a larger error. */
    @Test
    void clockOffsetExcludesEstimateOfNodesClock() {
        coordinator.nodes.forEach(node -> node.clock.addRoundTrip(0, 0, 4_000_000, 900)); // 2 ms of the round trip
        RemoteReading reading = reading();
        start(reading);
        assertThat(transport.sentTo("a:1", Follow.class))
                .extracting(Follow::clockAheadMicros)
                .containsExactly(2_900L);
        assertThat(reading.clockOffset()).isEqualTo(new ClockOffset(7 - 2_900, 8));
    }

    @Test
    void unknownClockOffsetRemainsUnknown() {
        coordinator.nodes.forEach(node -> node.clock.addRoundTrip(0, 0, 4_000_000, 900));
        transport.setAnswer("a:1", Follow.class, follow -> new Following(follow.task(), 0, -1));
        RemoteReading reading = reading();
        start(reading);
        assertThat(reading.clockOffset()).isEqualTo(ClockOffset.UNKNOWN);
    }

    @Test
    void stateContainsReportsOfNode() {
        RemoteReading reading = reading();
        start(reading);
        transport.setAnswer(
                "a:1",
                PollStream.class,
                poll -> new StreamProgress(poll.task(), poll.number(), MessageSamples.streamUpdate()));
        reading.requestReport(Duration.ofMinutes(1)).run();
        assertThat(reading.meter().snapshot().counts().get(Metric.BYTES)).isEqualTo(4_711);
        assertThat(reading.meter().snapshot().lastHeartbeat()).isEqualTo(17);
        assertThat(reading.meter().takeWindowDelays().lastByte().count()).isEqualTo(2);
        assertThat(reading.meter().takeWindowDelays().lastByte().count())
                .as("delays were taken by the call above")
                .isZero();
        assertThat(reading.state().gaps()).hasSize(1);
        assertThat(reading.state().connected()).isTrue();
        assertThat(reading.state().cpuNanos()).isEqualTo(13);
        assertThat(reading.check().orElseThrow().pending()).isEqualTo(14);
        transport.setAnswer(
                "a:1",
                PollStream.class,
                poll -> new StreamProgress(poll.task(), poll.number(), MessageSamples.streamUpdate()));
        reading.requestReport(Duration.ofMinutes(1)).run();
        assertThat(reading.state().gaps()).as("each report contains all gaps").hasSize(1);
        reading.close();
        assertThat(reading.state().omittedBytes()).isEqualTo(5);
        assertThat(reading.state().incompleteTransactions()).isEqualTo(6);
        assertThat(reading.check().orElseThrow().findings()).isEqualTo(StreamFindings.NOTHING);
    }

    /** Otherwise, a node that answers slowly would delay the reports of the next streams. */
    @Test
    void requestsReportsOfAllStreamsBeforeItWaits() {
        RemoteReading first = reading();
        start(first);
        RemoteReading second = reading();
        start(second);
        Runnable firstWait = first.requestReport(Duration.ofMinutes(10));
        Runnable secondWait = second.requestReport(Duration.ofMinutes(10));
        assertThat(transport.sentTo("a:1", PollStream.class)).hasSize(1);
        assertThat(transport.sentTo("b:1", PollStream.class)).hasSize(1);
        transport.sendFrom("b:1", new StreamProgress(2, 1, MessageSamples.streamUpdate()));
        transport.sendFrom("a:1", new StreamProgress(1, 1, MessageSamples.streamUpdate()));
        firstWait.run();
        secondWait.run();
        assertThat(List.of(first, second))
                .extracting(reading -> reading.meter().snapshot().counts().get(Metric.BYTES))
                .containsExactly(4_711L, 4_711L);
    }

    /** The node counts a transaction as the run's own only after it has received the commit. */
    @Test
    void reportIncludesEarlierCommits() {
        RemoteReading reading = reading();
        start(reading);
        reading.check().orElseThrow().acknowledged(1, 2, "", 3);
        reading.requestReport(Duration.ofMinutes(1));
        assertThat(transport.sentMessages)
                .<Class<?>>extracting(sentMessage -> sentMessage.message().getClass())
                .containsExactly(Follow.class, Committed.class, PollStream.class);
    }

    /** The time spent on other streams counts. */
    @Test
    void waitForReportEndsAtTimeoutAfterRequest() {
        RemoteReading reading = reading();
        start(reading);
        Runnable wait = reading.requestReport(Duration.ofMinutes(10));
        nanos.addAndGet(600 * SECOND_NANOS);
        wait.run();
        assertThat(reading.meter().snapshot().counts().get(Metric.BYTES)).isZero();
    }

    @Test
    void sendsCommitsInBatchesInOrder() {
        RemoteReading reading = reading();
        start(reading);
        StreamCheck check = reading.check().orElseThrow();
        check.acknowledged(1, 2, "", 3);
        check.acknowledged(1, 2, "", 4);
        check.writeWindowOpens();
        check.acknowledged(1, 2, "", 5);
        coordinator.pollStreams();
        coordinator.pollStreams();
        check.acknowledged(1, 2, "", 6);
        reading.openWindowAt(new WindowMark.AfterHeartbeat(9));
        reading.close();
        List<Class<?>> messageTypes = transport.sentMessages.stream()
                .<Class<?>>map(sentMessage -> sentMessage.message().getClass())
                .toList();
        assertThat(messageTypes)
                .containsExactly(
                        Follow.class,
                        Committed.class,
                        WriteWindow.class,
                        Committed.class,
                        PollStream.class,
                        PollStream.class,
                        OpenWindow.class,
                        Committed.class,
                        EndTask.class);
        assertThat(transport
                        .sentTo("a:1", Committed.class)
                        .get(0)
                        .commits()
                        .get(0)
                        .steps())
                .containsExactly(3, 1);
    }

    @Test
    void brokenStreamNamesNodeAndReason() {
        RemoteReading reading = reading();
        start(reading);
        reading.failIfBroken();
        transport.sendFrom("a:1", new Failed(1, "the stream from db:3306 broke: closed"));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(reading::failIfBroken)
                .withMessage("worker a:1 no longer follows the stream: the stream from db:3306 broke: closed");
    }

    @Test
    void reportsRejectionByServer() {
        transport.setAnswer("a:1", Follow.class, follow -> new Failed(follow.task(), "cannot connect to db:3306"));
        RemoteReading reading = reading();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> start(reading))
                .withMessage("worker a:1 no longer follows the stream: cannot connect to db:3306");
    }

    @Test
    void lostNodeEndsRunEvenIfTolerated() {
        RemoteReading reading = reading();
        start(reading);
        transport.disconnectNode("a:1", "its connection broke");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(reading::failIfBroken)
                .withMessage("worker a:1 was lost: its connection broke");
        reading.close();
        assertThat(reading.check().orElseThrow().findings()).isEqualTo(StreamFindings.NOTHING);
    }

    @Test
    void silentNodeIsReported() {
        RemoteReading reading = reading();
        start(reading);
        assertThat(coordinator.nodesSilentSince(nanos.get() - SECOND_NANOS)).isEmpty();
        nanos.addAndGet(5 * SECOND_NANOS);
        assertThat(coordinator.nodesSilentSince(nanos.get() - 4 * SECOND_NANOS))
                .extracting(node -> node.address)
                .containsExactly("a:1");
        transport.sendFrom("a:1", (Message) new StreamProgress(1, 1, MessageSamples.updateBeforeWindow()));
        assertThat(coordinator.nodesSilentSince(nanos.get() - 4 * SECOND_NANOS)).isEmpty();
    }
}
