// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's name in a report: {@code uuid:7}, {@code uuid:tag:7}, {@code 0-1-7} (MariaDB), or {@code file:position}.
 *
 * @param sourceHigh upper half of the UUID, or MariaDB's domain; {@code sourceLow} is the lower half, or MariaDB's server ID
 * @param text tag of a GTID, or file of a position
 * @param number the transaction's number, or the position
 */
public record TransactionName(Identity identity, long sourceHigh, long sourceLow, String text, long number) {

    private static final int UUID_CHARACTERS = 36;
    private static final Pattern TAG = Pattern.compile(":[\\p{L}\\p{Nd}_]{1,32}");

    /** Returns {@code null} if the text is neither a position nor a GTID of this server type. */
    public static @Nullable TransactionName read(@Nullable String reportedText, boolean mariaDb) {
        String name = reportedText == null ? "" : reportedText.strip();
        int colon = name.lastIndexOf(':');
        if (colon < 0) {
            return mariaDb ? ofMariaDb(name) : null;
        }
        String prefix = name.substring(0, colon);
        long number = JsonObject.wholeNumber(name.substring(colon + 1), -1);
        UUID source = uuid(prefix);
        if (source == null) {
            boolean isPosition = colon > 0 && number >= 0 && prefix.indexOf(':') < 0;
            return isPosition ? new TransactionName(Identity.POSITION, 0, 0, prefix, number) : null;
        }
        String tag = prefix.substring(UUID_CHARACTERS).toLowerCase(Locale.ROOT);
        if (mariaDb || number <= 0 || !tag.isEmpty() && !TAG.matcher(tag).matches()) {
            return null;
        }
        long high = source.getMostSignificantBits();
        return new TransactionName(Identity.GTID, high, source.getLeastSignificantBits(), tag.replace(":", ""), number);
    }

    private static @Nullable TransactionName ofMariaDb(String name) {
        String[] numbers = name.split("-", -1);
        long high = JsonObject.wholeNumber(numbers[0], -1);
        long low = numbers.length == 3 ? JsonObject.wholeNumber(numbers[1], -1) : -1;
        long number = numbers.length == 3 ? JsonObject.wholeNumber(numbers[2], -1) : -1;
        return high >= 0 && low >= 0 && number > 0 ? new TransactionName(Identity.GTID, high, low, "", number) : null;
    }

    private static @Nullable UUID uuid(String text) {
        boolean hasUuidShape = text.length() >= UUID_CHARACTERS
                && text.charAt(8) == '-'
                && text.charAt(13) == '-'
                && text.charAt(18) == '-'
                && text.charAt(23) == '-';
        try {
            return hasUuidShape ? UUID.fromString(text.substring(0, UUID_CHARACTERS)) : null;
        } catch (IllegalArgumentException e) {
            return null; // not hexadecimal
        }
    }
}
