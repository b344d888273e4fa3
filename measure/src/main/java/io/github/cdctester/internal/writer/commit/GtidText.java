// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import java.nio.charset.StandardCharsets;

/**
 * Parses the GTIDs in a server's response to a commit. MySQL sends {@code UUID:[tag:]number}, or a set of GTIDs; MariaDB sends
 * {@code domain-server-number}. Other formats are ignored. Allocates memory only for a new tag. Not thread-safe.
 */
final class GtidText {

    private static final int UUID_CHARACTERS = 36;

    /** A statement commits few transactions; the limit bounds the work if a server sends more. */
    private static final int MAX_GTIDS_PER_RESPONSE = 1_000;

    /** MySQL's manual, "GTID Format and Storage". */
    private static final int MAX_TAG_CHARACTERS = 32;

    private final CommitSink sink;
    private byte[] text = {};
    private int index;
    private int end;
    private int reportedCount;
    private String lastTag = "";

    GtidText(CommitSink sink) {
        this.sink = sink;
    }

    void reportMySqlGtids(byte[] bytes, int from, int to) {
        setText(bytes, from, to);
        reportedCount = 0;
        while (index < end) {
            if (text[index] == ',' || text[index] == '\n' || text[index] == ' ') {
                index++;
            } else if (end - index <= UUID_CHARACTERS) {
                return;
            } else {
                long high = readUuidHalf();
                long low = readUuidHalf();
                parseSource(high, low);
            }
        }
    }

    void reportMariaDbGtid(byte[] bytes, int from, int to) {
        setText(bytes, from, to);
        long domain = readNumber();
        long serverId = skipSeparator('-') ? readNumber() : -1;
        long sequence = skipSeparator('-') ? readNumber() : -1;
        if (domain >= 0 && serverId >= 0 && sequence > 0 && index == end) {
            sink.onCommit(domain, serverId, "", sequence);
        }
    }

    private void setText(byte[] bytes, int from, int to) {
        text = bytes;
        index = from;
        end = to;
    }

    private void parseSource(long high, long low) {
        String tag = "";
        while (skipSeparator(':')) {
            if (index < end && (text[index] < '0' || text[index] > '9')) {
                tag = readTag();
                if (tag.length() > MAX_TAG_CHARACTERS) {
                    break;
                }
                continue;
            }
            long first = readNumber();
            long last = skipSeparator('-') ? readNumber() : first;
            if (first <= 0 || last < first || last - first >= MAX_GTIDS_PER_RESPONSE - reportedCount) {
                break;
            }
            for (long number = first; number <= last; number++) {
                sink.onCommit(high, low, tag, number);
            }
            reportedCount += (int) (last - first) + 1;
        }
        // after invalid text, the rest is ignored
        index = index < end && text[index] != ',' && text[index] != '\n' ? end : index;
    }

    private boolean skipSeparator(char separator) {
        if (index < end && text[index] == separator) {
            index++;
            return true;
        }
        return false;
    }

    /** Reads the next 16 hexadecimal digits, ignoring hyphens. */
    private long readUuidHalf() {
        long bits = 0;
        for (int digits = 0; digits < 16 && index < end; index++) {
            if (text[index] != '-') {
                bits = bits << 4 | Character.digit(text[index], 16) & 0xF;
                digits++;
            }
        }
        return bits;
    }

    private long readNumber() {
        int start = index;
        long number = 0;
        while (index < end && text[index] >= '0' && text[index] <= '9') {
            // a number that does not fit into a long is treated as missing
            int digit = text[index++] - '0';
            number = number < 0 || number > (Long.MAX_VALUE - digit) / 10 ? -1 : 10 * number + digit;
        }
        return index == start ? -1 : number;
    }

    private String readTag() {
        int start = index;
        while (index < end && index - start <= MAX_TAG_CHARACTERS && text[index] != ':' && text[index] != ',') {
            index++;
        }
        if (!isLastTag(start)) {
            lastTag = new String(text, start, index - start, StandardCharsets.US_ASCII);
        }
        return lastTag;
    }

    private boolean isLastTag(int start) {
        if (lastTag.length() != index - start) {
            return false;
        }
        for (int i = 0; i < lastTag.length(); i++) {
            if (text[start + i] != lastTag.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
