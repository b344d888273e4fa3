// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The text of multi-row INSERTs. The buffer is reused; a row is a copy out of a pool of random digits, from another place
 * each time. Confined to one thread.
 */
final class RowStatement {

    private static final byte[] HEAD = ("INSERT INTO " + LargeTransactionTable.NAME + " (id, n, data) VALUES ")
            .getBytes(StandardCharsets.US_ASCII);

    /** Ids have 18 digits from the first one, so that all rows are written in the same length. */
    private static final int ID_DIGITS = 18;

    private static final int POOL = 1 << 20;

    private final int dataBytes;
    private final SplittableRandom random;
    private final byte[] pool = new byte[POOL];
    private final byte[] text;

    RowStatement(int dataBytes, int mostRows, SplittableRandom random) {
        this.dataBytes = dataBytes;
        this.random = random;
        text = new byte[Math.toIntExact(bytes(mostRows, dataBytes))];
        System.arraycopy(HEAD, 0, text, 0, HEAD.length);
        for (int i = 0; i < POOL; i++) {
            pool[i] = (byte) ('0' + random.nextInt(10));
        }
    }

    /** The length of a statement's text. */
    static long bytes(long rows, long dataBytes) {
        return HEAD.length + rows * rowBytes(dataBytes);
    }

    /** The length of a row's text: {@code (id,0,'data')} and a comma. */
    static long rowBytes(long dataBytes) {
        return ID_DIGITS + dataBytes + 8;
    }

    String of(long firstId, int rows) {
        int at = HEAD.length;
        for (int row = 0; row < rows; row++) {
            text[at++] = '(';
            id(firstId + row, at);
            at += ID_DIGITS;
            text[at++] = ',';
            text[at++] = '0';
            text[at++] = ',';
            text[at++] = '\'';
            at = data(at);
            text[at++] = '\'';
            text[at++] = ')';
            text[at++] = ',';
        }
        return new String(text, 0, at - 1, StandardCharsets.ISO_8859_1);
    }

    private void id(long id, int at) {
        long rest = id;
        for (int digit = ID_DIGITS - 1; digit >= 0; digit--) {
            text[at + digit] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private int data(int from) {
        int at = from;
        int left = dataBytes;
        while (left > 0) {
            int offset = random.nextInt(POOL / 2);
            int piece = Math.min(left, POOL - offset);
            System.arraycopy(pool, offset, text, at, piece);
            at += piece;
            left -= piece;
        }
        return at;
    }
}
