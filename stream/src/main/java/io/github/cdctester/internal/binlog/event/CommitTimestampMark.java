// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * PolarDB-X's commit time in ROWS_QUERY events: {@code CTS::} and the TSO (a global timestamp), whose first 19 digits are {@code ms
 * << 22 | counter}. The CDC node ({@code LogFileGenerator}) writes a line {@code # CTS::…} before the first TABLE_MAP of a
 * transaction. It writes a separate event {@code CTS::…} after each commit and DDL, and occasionally on an idle server.
 */
public final class CommitTimestampMark {

    private static final int TEXT_OFFSET = EventFramer.HEADER_BYTES + 1;
    private static final byte[] MARK = "CTS::".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LINE_MARK = "# CTS::".getBytes(StandardCharsets.US_ASCII);
    private static final int TSO_DIGITS = 19;
    private static final int TSO_COUNTER_BITS = 22;

    private CommitTimestampMark() {}

    /** Returns true if the event contains only a commit time; such an event belongs to no statement. */
    public static boolean isSeparateEvent(ByteBuffer buffer, int index, int prefixBytes) {
        return micros(buffer, index + TEXT_OFFSET, index + prefixBytes, MARK) != CommitTime.UNKNOWN_MICROS;
    }

    /**
     * The event precedes a transaction's first TABLE_MAP. Returns µs since the epoch on the server's clock, with a resolution of 1
     * ms; {@link CommitTime#UNKNOWN_MICROS} if there is no commit time.
     */
    public static long commitMicros(ByteBuffer buffer, int index, int prefixBytes) {
        int end = index + prefixBytes;
        boolean isLineStart = true;
        for (int i = index + TEXT_OFFSET; i < end; i++) {
            byte character = buffer.get(i);
            if (isLineStart && character == LINE_MARK[0]) {
                long micros = micros(buffer, i, end, LINE_MARK);
                if (micros != CommitTime.UNKNOWN_MICROS) {
                    return micros;
                }
            }
            isLineStart = character == '\n';
        }
        return CommitTime.UNKNOWN_MICROS;
    }

    private static long micros(ByteBuffer buffer, int from, int end, byte[] mark) {
        if (end - from < mark.length + TSO_DIGITS) {
            return CommitTime.UNKNOWN_MICROS;
        }
        for (int i = 0; i < mark.length; i++) {
            if (buffer.get(from + i) != mark[i]) {
                return CommitTime.UNKNOWN_MICROS;
            }
        }
        long tso = 0;
        for (int i = 0; i < TSO_DIGITS; i++) {
            int digit = buffer.get(from + mark.length + i) - '0';
            if (digit < 0 || digit > 9) {
                return CommitTime.UNKNOWN_MICROS;
            }
            tso = tso * 10 + digit;
        }
        return tso < 0 ? CommitTime.UNKNOWN_MICROS : (tso >> TSO_COUNTER_BITS) * 1_000;
    }
}
