// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import java.nio.charset.StandardCharsets;

/**
 * Reads the GTIDs in a server's answer to a commit. MySQL: {@code UUID:[tag:]number}, or a set of several; MariaDB:
 * {@code domain-server-number}. One object per connection; nothing is allocated except for a new tag. Other forms are ignored.
 */
final class GtidText {

    private static final int UUID_CHARACTERS = 36;

    /** A statement makes few transactions; a server that specifies otherwise must not keep us busy. */
    private static final int MAX_OF_AN_ANSWER = 1_000;

    /** MySQL's manual, "GTID Format and Storage". */
    private static final int MAX_TAG = 32;

    private final CommitSink sink;
    private byte[] text = {};
    private int at;
    private int end;
    private int told;
    private String lastTag = "";

    GtidText(CommitSink sink) {
        this.sink = sink;
    }

    /** Reports each GTID in a set to the sink; returns true if there was any. */
    boolean mySql(byte[] bytes, int from, int to) {
        read(bytes, from, to);
        told = 0;
        boolean any = false;
        while (at < end) {
            if (text[at] == ',' || text[at] == '\n' || text[at] == ' ') {
                at++;
            } else if (end - at <= UUID_CHARACTERS) {
                return any;
            } else {
                long high = uuidHalf();
                long low = uuidHalf();
                any |= ofSource(high, low);
            }
        }
        return any;
    }

    /** Reports one transaction to the sink; returns true if the text was valid. */
    boolean mariaDb(byte[] bytes, int from, int to) {
        read(bytes, from, to);
        long domain = number();
        long server = after('-') ? number() : -1;
        long sequence = after('-') ? number() : -1;
        if (domain < 0 || server < 0 || sequence <= 0 || at != end) {
            return false;
        }
        sink.committed(domain, server, "", sequence);
        return true;
    }

    private void read(byte[] bytes, int from, int to) {
        text = bytes;
        at = from;
        end = to;
    }

    /** Tags and intervals, up to the next source. */
    private boolean ofSource(long high, long low) {
        boolean any = false;
        String tag = "";
        while (after(':')) {
            if (at < end && (text[at] < '0' || text[at] > '9')) {
                tag = tag();
                if (tag.length() > MAX_TAG) {
                    break;
                }
                continue;
            }
            long first = number();
            long last = after('-') ? number() : first;
            if (first <= 0 || last < first || last - first >= MAX_OF_AN_ANSWER - told) {
                break;
            }
            for (long number = first; number <= last; number++) {
                sink.committed(high, low, tag, number);
                any = true;
            }
            told += (int) (last - first) + 1;
        }
        // what makes no sense ends the text
        at = at < end && text[at] != ',' && text[at] != '\n' ? end : at;
        return any;
    }

    private boolean after(char separator) {
        if (at < end && text[at] == separator) {
            at++;
            return true;
        }
        return false;
    }

    /** The next 16 hexadecimal digits, passing over hyphens. */
    private long uuidHalf() {
        long bits = 0;
        for (int digits = 0; digits < 16 && at < end; at++) {
            if (text[at] != '-') {
                bits = bits << 4 | Character.digit(text[at], 16) & 0xF;
                digits++;
            }
        }
        return bits;
    }

    /** A number, or -1 if there is none. */
    private long number() {
        int first = at;
        long number = 0;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            // what does not fit into a long is none
            int digit = text[at++] - '0';
            number = number < 0 || number > (Long.MAX_VALUE - digit) / 10 ? -1 : 10 * number + digit;
        }
        return at == first ? -1 : number;
    }

    private String tag() {
        int first = at;
        while (at < end && at - first <= MAX_TAG && text[at] != ':' && text[at] != ',') {
            at++;
        }
        if (!isLastTag(first)) {
            lastTag = new String(text, first, at - first, StandardCharsets.US_ASCII);
        }
        return lastTag;
    }

    private boolean isLastTag(int first) {
        if (lastTag.length() != at - first) {
            return false;
        }
        for (int i = 0; i < lastTag.length(); i++) {
            if (text[first + i] != lastTag.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
