// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacketStreamTest {

    private static final int BUFFER_BYTES = 64;
    private static final int MAX_PAYLOAD_BYTES = (1 << 24) - 1;

    private final ByteArrayOutputStream sentBytes = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource({
        "0, 00000000",
        "1, 01000000",
        "65, 41000000",
        "16777214, feffff00",
        "16777215, ffffff00 00000001",
        "16777216, ffffff00 01000001",
        "33554430, ffffff00 ffffff01 00000002",
        "40000000, ffffff00 ffffff01 025a6202"
    })
    void splitsAndJoinsPayload(int length, String headers) throws IOException {
        byte[] payload = new byte[length];
        new Random(length).nextBytes(payload);
        stream("").write(payload);

        byte[] packets = sentBytes.toByteArray();
        StringBuilder actualHeaders = new StringBuilder();
        for (int offset = 0; offset < packets.length; offset += 4 + MAX_PAYLOAD_BYTES) {
            actualHeaders.append(' ').append(HexFormat.of().formatHex(packets, offset, offset + 4));
        }
        assertThat(actualHeaders.substring(1)).isEqualTo(headers);
        assertThat(Arrays.equals(stream(packets).read(limit()), payload)).isTrue();
    }

    @Test
    void appendsPayloadInPieces() throws IOException {
        byte[] payload = new byte[MAX_PAYLOAD_BYTES + 100];
        new Random(1).nextBytes(payload);
        stream("").write(payload);
        byte[] sentInOneCall = sentBytes.toByteArray();
        sentBytes.reset();

        PacketStream packets = stream("");
        packets.begin(payload.length);
        for (int offset = 0; offset < payload.length; offset += 60_000) {
            packets.append(payload, offset, Math.min(60_000, payload.length - offset));
        }
        packets.flush();
        assertThat(Arrays.equals(sentBytes.toByteArray(), sentInOneCall)).isTrue();
    }

    @Test
    void sendsNothingBeforeFlush() throws IOException {
        PacketStream packets = stream("");
        packets.put(new byte[] {7});
        packets.put(new byte[] {8});
        assertThat(sentBytes.size()).isZero();
        packets.flush();
        assertThat(sentBytes.toByteArray()).asHexString().isEqualTo("01000000" + "07" + "01000001" + "08");
    }

    @Test
    void continuesSequenceIdAfterReceivedPacket() throws IOException {
        PacketStream packets = stream("01000005aa" + "010000ffaa" + "01000003aa");
        packets.read(limit());
        packets.write(new byte[] {1});
        packets.write(new byte[] {2});
        packets.read(limit());
        packets.write(new byte[] {3});
        packets.read(limit());
        packets.startCommand();
        packets.write(new byte[] {4});
        assertThat(sentBytes.toByteArray())
                .asHexString()
                .isEqualTo("0100000601" + "0100000702" + "0100000003" + "0100000004");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "010000", "05000000", "0500000061626364"})
    void reportsTruncatedPayload(String hex) {
        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> stream(hex).read(limit()))
                .withMessageContaining("in the middle of an answer");
    }

    @Test
    void reportsMissingContinuation() throws IOException {
        stream("").write(new byte[MAX_PAYLOAD_BYTES]);
        byte[] packets = sentBytes.toByteArray();
        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(
                        () -> stream(Arrays.copyOf(packets, packets.length - 4)).read(limit()));
    }

    /** The stream does not wait for the payload. */
    @Test
    void rejectsPayloadAboveLimit() throws IOException {
        assertThat(stream("01000000aa").read(new ReadLimit("an answer", 5, Duration.ofMinutes(1))))
                .hasSize(1);
        assertThatExceptionOfType(MySqlProtocolException.class)
                .isThrownBy(() -> stream("02000000").read(new ReadLimit("an answer", 5, Duration.ofMinutes(1))))
                .withMessage("MySQL protocol error: an answer of more than 5 bytes");
    }

    @Test
    void limitsTotalBytesOfPackets() throws IOException {
        PacketStream packets = stream("01000000aa" + "01000001bb");
        ReadLimit limit = new ReadLimit("an answer", 9, Duration.ofMinutes(1));
        packets.read(limit);
        assertThatExceptionOfType(MySqlProtocolException.class).isThrownBy(() -> packets.read(limit));
    }

    @Test
    void limitsTime() {
        assertThatExceptionOfType(SocketTimeoutException.class)
                .isThrownBy(() -> stream("01000000aa").read(new ReadLimit("an answer", 9, Duration.ofSeconds(-1))))
                .withMessageStartingWith("an answer that does not end within");
    }

    private static ReadLimit limit() {
        return new ReadLimit("an answer", 1 << 26, Duration.ofMinutes(1));
    }

    private PacketStream stream(String hex) {
        return stream(HexFormat.of().parseHex(hex));
    }

    private PacketStream stream(byte[] receivedBytes) {
        OutputStream out = sentBytes;
        return new PacketStream(new ByteArrayInputStream(receivedBytes), out, BUFFER_BYTES);
    }
}
