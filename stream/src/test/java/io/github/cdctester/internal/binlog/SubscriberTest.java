// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.ServerInfoTest;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.connection.StubServer;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a subscriber that reads from the socket of a {@link StubServer}. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class SubscriberTest {

    static final CapturedStream STREAM = CapturedStream.load("mysql-mix");

    final CountingSink sink = new CountingSink();
    final AtomicLong aheadMicros = new AtomicLong();
    final AtomicLong aheadNanos = new AtomicLong();
    private final EpochMicrosClock clock = () -> EpochMicrosClock.SYSTEM.epochMicros() + aheadMicros.get();
    private final NanoClock nanoClock = () -> System.nanoTime() + aheadNanos.get();

    String checksum = "CRC32";

    Reader reader() {
        return Reader.NATIVE;
    }

    @Test
    void followsStreamUntilClosed() throws IOException {
        byte[] withoutEof = Arrays.copyOf(STREAM.bytes(), STREAM.bytes().length - 9);
        try (StubServer server = new StubServer(withoutEof, true);
                Subscriber subscriber = start(server)) {
            while (sink.transactions() < STREAM.expectedCounts("transactions")) {
                Thread.onSpinWait();
            }
            subscriber.failIfBroken();
            subscriber.close();
            assertThat(subscriber.failure()).isEmpty();
            assertThat(subscriber.state().omittedBytes()).isZero();
            assertThat(subscriber.state().incompleteTransactions()).isZero();
            assertThat(sink.position()).isEqualTo(STREAM.endPosition());
            assertThat(server.statements)
                    .anyMatch(sql -> sql.contains("@source_binlog_checksum"))
                    .anyMatch(sql -> sql.contains("@source_heartbeat_period = 5000000000"));
        }
    }

    @Test
    void countsEventsBeforeServerEnd() throws Exception {
        try (StubServer server = new StubServer(STREAM.bytes(), false)) {
            assertThat(failureOf(server)).hasMessageContaining("the server ended the stream");
        }
        assertThat(sink.eventsByKind()).isEqualTo(STREAM.eventsByKind());
        assertThat(sink.position()).isEqualTo(STREAM.endPosition());
    }

    @Test
    void reportsErrorOfServer() throws Exception {
        byte[] error = new PacketBytes()
                .error(1236, "Could not find first log file name")
                .bytes();
        try (StubServer server = new StubServer(error, false)) {
            assertThat(failureOf(server))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("1236");
        }
    }

    @Test
    void refusalNamesRequestedStart() throws IOException {
        byte[] error = new PacketBytes()
                .error(1236, "Could not find first log file name")
                .bytes();
        try (StubServer server = new StubServer(error, false)) {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> {
                        try (Subscriber subscriber = start(server)) {
                            while (true) {
                                subscriber.failIfBroken();
                            }
                        }
                    })
                    .withMessageEndingWith("Could not find first log file name; it was requested from binlog.000007:4");
        }
    }

    @Test
    void silentStreamIsBroken() throws IOException {
        byte[] withoutEof = Arrays.copyOf(STREAM.bytes(), STREAM.bytes().length - 9);
        try (StubServer server = new StubServer(withoutEof, true);
                Subscriber subscriber = start(server)) {
            while (sink.transactions() < STREAM.expectedCounts("transactions")) {
                Thread.onSpinWait();
            }
            subscriber.failIfBroken();
            // one call closes the connection; a later call fails, because the connection cannot be opened again
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> {
                        while (true) {
                            // more than once, because the last bytes may arrive after the last transaction was counted
                            aheadNanos.addAndGet(TimeUnit.SECONDS.toNanos(31));
                            subscriber.failIfBroken();
                        }
                    })
                    .withMessageContaining("nothing arrived for 31 s, not even a keep-alive")
                    .withMessageContaining(server.endpoint().address());
        }
    }

    @Test
    void wallClockChangeIsNoSilence() throws IOException {
        byte[] withoutEof = Arrays.copyOf(STREAM.bytes(), STREAM.bytes().length - 9);
        try (StubServer server = new StubServer(withoutEof, true);
                Subscriber subscriber = start(server)) {
            while (sink.transactions() < STREAM.expectedCounts("transactions")) {
                Thread.onSpinWait();
            }
            subscriber.failIfBroken();
            aheadMicros.set(TimeUnit.HOURS.toMicros(1));
            for (int i = 0; i < 100_000; i++) {
                subscriber.failIfBroken();
            }
            assertThat(subscriber.state().connected()).isTrue();
        }
    }

    @Test
    void pauseIsNoSilenceAndEndsOnClose() throws IOException {
        byte[] withoutEof = Arrays.copyOf(STREAM.bytes(), STREAM.bytes().length - 9);
        try (StubServer server = new StubServer(withoutEof, true);
                Subscriber subscriber = start(server)) {
            pauseAtEnd(subscriber);
            aheadNanos.set(TimeUnit.HOURS.toNanos(1));
            subscriber.failIfBroken();
            subscriber.close();
            assertThat(subscriber.failure()).isEmpty();
            assertThat(subscriber.state().gaps()).isEmpty();
            assertThat(sink.position()).isEqualTo(STREAM.endPosition());
        }
    }

    @Test
    void serverEndDuringPauseIsBreak() throws IOException {
        byte[] withoutEof = Arrays.copyOf(STREAM.bytes(), STREAM.bytes().length - 9);
        StubServer server = new StubServer(withoutEof, true);
        try (Subscriber subscriber = start(server)) {
            pauseAtEnd(subscriber);
            server.close();
            assertThat(subscriber.failure()).isEmpty();
            subscriber.resume();
            while (subscriber.failure().isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(subscriber.failure().orElseThrow())
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining(
                            "cannot connect to " + server.endpoint().address());
        }
    }

    private void pauseAtEnd(Subscriber subscriber) {
        while (sink.transactions() < STREAM.expectedCounts("transactions")) {
            Thread.onSpinWait();
        }
        subscriber.pause();
        while (subscriber.state().connected()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void errorOfSinkEndsStreamAndIsRethrown() throws IOException {
        AssertionError error = new AssertionError("of the sink");
        BinlogSink failingSink = (BinlogSink) Proxy.newProxyInstance(
                BinlogSink.class.getClassLoader(), new Class<?>[] {BinlogSink.class}, (proxy, method, arguments) -> {
                    throw error;
                });
        try (StubServer server = new StubServer(STREAM.bytes(), true)) {
            assertThatThrownBy(() -> {
                        try (Subscriber subscriber = Subscriber.start(
                                settings(server),
                                failingSink,
                                TransactionWatch.NONE,
                                null,
                                null,
                                clock,
                                nanoClock,
                                StartWatch.NONE)) {
                            while (true) {
                                subscriber.failIfBroken();
                            }
                        }
                    })
                    .isSameAs(error);
        }
    }

    @Test
    void tapIsNotInterruptedWhileItCloses() throws IOException {
        CountDownLatch neverOpened = new CountDownLatch(1);
        List<String> outcomes = new CopyOnWriteArrayList<>();
        EventTap slowTap = tapThatCloses(() -> {
            try {
                outcomes.add(neverOpened.await(1, TimeUnit.SECONDS) ? "opened" : "closed");
            } catch (InterruptedException e) {
                outcomes.add("interrupted");
            }
        });
        closeAfterFirstRead(slowTap);
        assertThat(outcomes).containsExactly("closed");
    }

    @Test
    void errorOfClosingTapIsRethrown() {
        AssertionError error = new AssertionError("of the tap");
        EventTap failingTap = tapThatCloses(() -> {
            throw error;
        });
        assertThatThrownBy(() -> closeAfterFirstRead(failingTap)).isSameAs(error);
    }

    private static EventTap tapThatCloses(Runnable action) {
        return (EventTap) Proxy.newProxyInstance(
                EventTap.class.getClassLoader(), new Class<?>[] {EventTap.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        action.run();
                    }
                    return method.getReturnType() == boolean.class ? false : null;
                });
    }

    private void closeAfterFirstRead(EventTap tap) throws IOException {
        byte[] withoutEof = Arrays.copyOf(STREAM.bytes(), STREAM.bytes().length - 9);
        try (StubServer server = new StubServer(withoutEof, true)) {
            Subscriber.start(
                            settings(server), sink, TransactionWatch.NONE, null, tap, clock, nanoClock, StartWatch.NONE)
                    .close();
        }
    }

    @Test
    void reportsClosedPort() throws IOException {
        Endpoint endpoint;
        try (StubServer server = new StubServer(new byte[0], false);
                ServerConnection connection = ServerConnection.open(server.endpoint())) {
            assertThat(connection.serverVersion()).isEqualTo("9.7.4-stub");
            assertThat(connection.security().tls()).isFalse();
            endpoint = server.endpoint();
        }
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> ServerConnection.open(endpoint))
                .withMessageContaining("cannot connect to " + endpoint.address());
    }

    final Throwable failureOf(StubServer server) throws InterruptedException {
        try (Subscriber subscriber = start(server)) {
            while (subscriber.failure().isEmpty()) {
                Thread.onSpinWait();
            }
            return subscriber.failure().orElseThrow();
        } catch (RunFailedException e) {
            return e.getCause(); // the stream broke before start() returned
        }
    }

    private Subscriber start(StubServer server) {
        return start(server, sink);
    }

    final Subscriber start(StubServer server, BinlogSink receiver) {
        return Subscriber.start(
                settings(server), receiver, TransactionWatch.NONE, null, null, clock, nanoClock, StartWatch.NONE);
    }

    private StreamSettings settings(StubServer server) {
        return new StreamSettings(
                server.endpoint(),
                ServerInfoTest.server(ServerInfo.Flavor.MYSQL, "9.7.4", checksum),
                ClockOffset.NONE,
                List.of(),
                DelaySource.COMMIT_TIMESTAMP,
                new StreamSettings.StreamStart(new LogPosition("binlog.000007", 4), null, null, null),
                new StreamSettings.ReadSettings(reader(), Duration.ZERO, RowCounting.OFF, false, false, false, null),
                StreamRoute.DIRECT);
    }
}
