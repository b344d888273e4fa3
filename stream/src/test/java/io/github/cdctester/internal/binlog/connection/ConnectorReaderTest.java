// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConnectorReaderTest {

    private final ConnectorReader reader = new ConnectorReader();

    private static ByteSource tlsSource(CapturedStream stream) {
        return new ByteSource(Channels.newChannel(new ByteArrayInputStream(stream.bytes())), true);
    }

    /** With TLS the connector reads byte by byte. */
    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.event.CapturedStream#all")
    void passesAllBytesWithTls(CapturedStream stream) {
        ByteArrayOutputStream passedBytes = new ByteArrayOutputStream();
        assertThatExceptionOfType(StreamEndedException.class)
                .isThrownBy(() -> reader.read(tlsSource(stream), stream.checksumBytes() > 0, bytes -> {
                    while (bytes.hasRemaining()) {
                        passedBytes.write(bytes.get());
                    }
                }));
        assertThat(passedBytes.toByteArray()).isEqualTo(stream.bytes());
        long unreadEventCount = Stream.of(stream.eventsByKind(), stream.innerEventsByKind())
                .flatMap(kinds -> kinds.entrySet().stream())
                .filter(kind ->
                        kind.getKey().contains("COMPRESSED") || kind.getKey().startsWith("PARTIAL"))
                .mapToLong(Map.Entry::getValue)
                .sum();
        assertThat(reader.use().unread()).as(reader.use().toString()).isEqualTo(unreadEventCount);
        assertThat(reader.use().payloads()).isEqualTo(stream.eventsByKind().getOrDefault("TRANSACTION_PAYLOAD", 0L));
    }

    /** The connector would log the exception and continue to read. */
    @Test
    void failureOfReceiverEndsReading() {
        RuntimeException failure = new UncheckedIOException("full", new IOException());
        assertThatThrownBy(() -> reader.read(tlsSource(CapturedStream.load("mysql-mix")), true, bytes -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }
}
