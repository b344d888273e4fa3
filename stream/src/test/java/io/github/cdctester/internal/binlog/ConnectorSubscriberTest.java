// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.internal.binlog.connection.StubServer;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ConnectorSubscriberTest extends SubscriberTest {

    @Override
    Reader reader() {
        return Reader.CONNECTOR;
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void countsCapturedLogAsNativeReaderDoes(CapturedStream stream) throws Exception {
        checksum = stream.checksumBytes() == 0 ? "NONE" : "CRC32";
        try (StubServer server = new StubServer(stream.bytes(), false)) {
            failureOf(server);
        }
        assertThat(sink.eventsByKind()).isEqualTo(stream.eventsByKind());
        assertThat(sink.transactions()).isEqualTo(stream.expectedCounts("transactions"));
        assertThat(sink.bytes()).isEqualTo(stream.expectedCounts("bytes"));
        assertThat(sink.position()).isEqualTo(stream.endPosition());
    }

    /** While the connector deserializes a large event, its thread reads nothing. */
    @Test
    void streamIsNotSilentDuringDeserialization() throws Exception {
        AtomicBoolean isSlow = new AtomicBoolean();
        CountDownLatch workStarted = new CountDownLatch(1);
        CountDownLatch workMayEnd = new CountDownLatch(1);
        BinlogSink slowSink = (BinlogSink) Proxy.newProxyInstance(
                BinlogSink.class.getClassLoader(), new Class<?>[] {BinlogSink.class}, (proxy, method, arguments) -> {
                    if (isSlow.get()) {
                        workStarted.countDown();
                        workMayEnd.await();
                    }
                    return method.invoke(sink, arguments);
                });
        byte[] bytes = STREAM.bytes();
        try (StubServer server = new StubServer(Arrays.copyOf(bytes, bytes.length / 2), true);
                Subscriber subscriber = start(server, slowSink)) {
            isSlow.set(true);
            server.send(Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length - 9)); // without the EOF packet
            workStarted.await();
            subscriber.failIfBroken();
            aheadNanos.set(TimeUnit.SECONDS.toNanos(31));
            subscriber.failIfBroken();
            aheadNanos.set(0);
            workMayEnd.countDown();
            while (sink.transactions() < STREAM.expectedCounts("transactions")) {
                subscriber.failIfBroken();
            }
            assertThat(subscriber.state().gaps()).isEmpty();
        }
    }

    /** The XID has 3 bytes, so the connector reads past its end. */
    @Test
    void failsIfConnectorFails() throws Exception {
        byte[] bytes = new PacketBytes()
                .events(
                        EventBytes.fakeRotate("binlog.000007", 4),
                        EventBytes.formatDescription(),
                        EventBytes.of(EventKind.XID, 3),
                        EventBytes.query("COMMIT"))
                .bytes();
        try (StubServer server = new StubServer(bytes, true)) {
            assertThat(failureOf(server))
                    .isInstanceOf(StreamProtocolException.class)
                    .hasMessageContaining("the connector gave up at a XID event");
        }
        assertThat(sink.transactions()).isZero();
    }
}
