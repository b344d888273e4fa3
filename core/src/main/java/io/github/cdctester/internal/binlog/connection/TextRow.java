// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.util.ArrayList;
import java.util.List;

/** A row of a text result set: length-encoded strings. (The connector's own reader stops at SQL NULL.) */
final class TextRow {

    private static final int NULL = 0xFB;

    private final byte[] packet;
    private int next;

    private TextRow(byte[] packet) {
        this.packet = packet;
    }

    static List<String> read(byte[] packet, int columns) throws StreamProtocolException {
        TextRow row = new TextRow(packet);
        List<String> values = new ArrayList<>(columns);
        while (row.next < packet.length) {
            if (values.size() == columns) {
                throw new StreamProtocolException("a row of more than the " + columns + " columns of its answer");
            }
            int length = row.length();
            if (length > packet.length - row.next) {
                throw new StreamProtocolException("a column of " + length + " bytes in a row of " + packet.length);
            }
            values.add(EventFramer.text(packet, row.next, row.next + length));
            row.next += length;
        }
        if (values.size() < columns) {
            throw new StreamProtocolException("a row of " + values.size() + " columns in an answer of " + columns);
        }
        return values;
    }

    private int length() throws StreamProtocolException {
        int first = packet[next++] & 0xFF;
        if (first < NULL) {
            return first;
        }
        int bytes = switch (first) {
            case NULL -> 0;
            case 0xFC -> 2;
            case 0xFD -> 3;
            default -> 8;
        };
        if (bytes > packet.length - next) {
            throw new StreamProtocolException("a row that ends inside a length");
        }
        long length = 0;
        for (int i = 0; i < bytes; i++) {
            length |= (packet[next++] & 0xFFL) << 8 * i;
        }
        if (length < 0 || length > packet.length) {
            throw new StreamProtocolException("a column of " + length + " bytes");
        }
        return (int) length;
    }
}
