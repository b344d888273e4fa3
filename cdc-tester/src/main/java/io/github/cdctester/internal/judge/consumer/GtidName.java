// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.result.ConsumerResult.Identity;
import org.jspecify.annotations.Nullable;

/**
 * Reads a transaction's name as consumers have it: MySQL's {@code uuid:7} or {@code uuid:tag:7}, MariaDB's {@code 0-1-7}, or
 * {@code file:position}. One object a thread at a time; nothing is allocated, but for a tag.
 */
final class GtidName {

    private static final int UUID_CHARACTERS = 36;
    private static final int LONGEST_TAG = 32;

    private long high;
    private long low;
    private String tag = "";
    private String file = "";
    private long number;

    long high() {
        return high;
    }

    long low() {
        return low;
    }

    String tag() {
        return tag;
    }

    String file() {
        return file;
    }

    /** The transaction's number, or the position. */
    long number() {
        return number;
    }

    /** Reads a text of a server of one of the two families; returns {@code null} for any other text. */
    @Nullable
    Identity read(@Nullable String text, boolean mariaDb) {
        if (text == null) {
            return null;
        }
        String name = text.strip();
        int colon = name.lastIndexOf(':');
        if (colon < 0) {
            return mariaDb && isMariaDbGtid(name) ? Identity.GTID : null;
        }
        number = number(name, colon + 1, name.length());
        if (number < 0) {
            return null;
        }
        if (colon >= UUID_CHARACTERS && uuid(name)) {
            return !mariaDb && number > 0 && tag(name, colon) ? Identity.GTID : null;
        }
        file = name.substring(0, colon);
        return colon > 0 && file.indexOf(':') < 0 ? Identity.POSITION : null;
    }

    private boolean isMariaDbGtid(String name) {
        int first = name.indexOf('-');
        int second = name.indexOf('-', first + 1);
        if (first < 0 || second < 0) {
            return false;
        }
        high = number(name, 0, first);
        low = number(name, first + 1, second);
        tag = "";
        number = number(name, second + 1, name.length());
        return high >= 0 && low >= 0 && number > 0;
    }

    private boolean uuid(String name) {
        high = half(name, 0, 18);
        low = half(name, 19, UUID_CHARACTERS);
        return name.charAt(8) == '-'
                && name.charAt(13) == '-'
                && name.charAt(18) == '-'
                && name.charAt(23) == '-'
                && digits == 32;
    }

    private int digits;

    /** Half of a UUID; counts its hexadecimal digits. */
    private long half(String name, int from, int to) {
        digits = from == 0 ? 0 : digits;
        long bits = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(name.charAt(i), 16);
            if (digit >= 0) {
                bits = bits << 4 | digit;
                digits++;
            }
        }
        return bits;
    }

    private boolean tag(String name, int colon) {
        tag = "";
        if (colon == UUID_CHARACTERS) {
            return true;
        }
        int length = colon - UUID_CHARACTERS - 1;
        if (name.charAt(UUID_CHARACTERS) != ':' || length < 1 || length > LONGEST_TAG) {
            return false;
        }
        tag = name.substring(UUID_CHARACTERS + 1, colon).toLowerCase(java.util.Locale.ROOT);
        return tag.chars().allMatch(letter -> letter == '_' || Character.isLetterOrDigit(letter));
    }

    /** A number, or -1 where there is none. */
    private static long number(String text, int from, int to) {
        if (from >= to || to - from > 18) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
