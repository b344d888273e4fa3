// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.PacketStream;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class QueryResponseTest {

    private static final String END = "fe00000200";
    private static final String COLUMN = "03646566";

    @Test
    void readsRows() throws IOException {
        assertThat(read("02", COLUMN, COLUMN, END, "01610162", "fb0163", END))
                .containsExactly(List.of("a", "b"), Arrays.asList(null, "c"));
        assertThat(read("00000002000000")).isEmpty();
    }

    @Test
    void throwsErrorOfServer() {
        assertThatThrownBy(() -> read("ff2804233432303030596f7520"))
                .isInstanceOf(ServerErrorException.class)
                .hasMessage("error 1064: You ");
        assertThatThrownBy(() -> read("01", COLUMN, END, "0161", "ff2804233432303030596f7520"))
                .isInstanceOf(ServerErrorException.class);
    }

    /** 2^60, 65535, 65536, NULL, a file request, a truncated number, and a number with a surplus byte. */
    @ParameterizedTest
    @ValueSource(strings = {"fe0000000000000010", "fcffff", "fd000001", "fb", "fb2f6574632f706173737764", "fe", "0101"})
    void rejectsInvalidColumnCounts(String first) {
        assertThatThrownBy(() -> read(first, COLUMN))
                .isInstanceOf(MySqlProtocolException.class)
                .hasMessageContaining("columns");
    }

    @Test
    void rejectsUnexpectedColumnCount() {
        assertThatThrownBy(() -> read("02", COLUMN, END)).hasMessageContaining("1 of its 2 columns");
        assertThatThrownBy(() -> read("01", COLUMN, COLUMN, END)).hasMessageContaining("more than the 1 columns");
    }

    @Test
    void rejectsEndlessOrTruncatedAnswer() {
        assertThatThrownBy(() -> read(endless(packets("01", COLUMN, END), packets("0161"))))
                .isInstanceOf(MySqlProtocolException.class)
                .hasMessageContaining("100000 rows");
        assertThatThrownBy(() -> read(endless(packets("01", COLUMN, END), longPacket())))
                .isInstanceOf(MySqlProtocolException.class)
                .hasMessageContaining("16777216 bytes");
        assertThatThrownBy(() -> read("")).hasMessageContaining("an empty packet");
        assertThatThrownBy(() -> read("01", COLUMN)).isInstanceOf(EOFException.class);
    }

    private static List<List<String>> read(String... payloads) throws IOException {
        return read(new ByteArrayInputStream(packets(payloads)));
    }

    private static List<List<String>> read(InputStream in) throws IOException {
        return response(in).rows();
    }

    private static QueryResponse response(InputStream in) {
        return new QueryResponse(
                new PacketStream(in, OutputStream.nullOutputStream(), 16), MySqlConnection.RESPONSE_TIMEOUT);
    }

    private static byte[] packets(String... payloads) {
        ByteArrayOutputStream packets = new ByteArrayOutputStream();
        for (String payload : payloads) {
            byte[] bytes = HexFormat.of().parseHex(payload);
            packets.writeBytes(new byte[] {(byte) bytes.length, 0, 0, 1});
            packets.writeBytes(bytes);
        }
        return packets.toByteArray();
    }

    /** The row has one column of 1,000,000 bytes. */
    private static byte[] longPacket() {
        int length = 1_000_000;
        byte[] packet = new byte[4 + 4 + length];
        packet[0] = (byte) (4 + length);
        packet[1] = (byte) (4 + length >> 8);
        packet[2] = (byte) (4 + length >> 16);
        packet[4] = (byte) 0xFD;
        packet[5] = (byte) length;
        packet[6] = (byte) (length >> 8);
        packet[7] = (byte) (length >> 16);
        return packet;
    }

    private static InputStream endless(byte[] prefix, byte[] repeatedPacket) {
        Enumeration<InputStream> repeats = new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
                return true;
            }

            @Override
            public InputStream nextElement() {
                return new ByteArrayInputStream(repeatedPacket);
            }
        };
        return new SequenceInputStream(
                Collections.enumeration(List.of(new ByteArrayInputStream(prefix), new SequenceInputStream(repeats))));
    }
}
