// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Text format of GTID sets: {@code uuid:1-5:7:tag:1-3, uuid:1}. A tag applies to the intervals after it.
 *
 * <p>Rejects forms that the server accepts but never prints: UUIDs without hyphens or in braces, descending ranges, and sources
 * without a number. The server silently ignores the last two.
 */
final class GtidSetText {

    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern TAG_FORM = Pattern.compile("[a-z_][a-z0-9_]{0,31}");
    private static final Pattern INTERVAL_FORM = Pattern.compile("[0-9]{1,19}(\\s*-\\s*[0-9]{1,19})?");

    private GtidSetText() {}

    static GtidSet parse(String text) {
        GtidSet set = new GtidSet();
        for (String sourceText : text.toLowerCase(Locale.ROOT).split(",")) {
            if (!sourceText.isBlank()) {
                addSource(set, sourceText);
            }
        }
        return set;
    }

    private static void addSource(GtidSet set, String sourceText) {
        String[] tokens = sourceText.split(":", -1);
        String uuidText = tokens[0].strip();
        require(UUID_FORM.matcher(uuidText).matches(), uuidText, "a UUID");
        UUID uuid = UUID.fromString(uuidText);
        String tag = "";
        String token = uuidText;
        for (int i = 1; i < tokens.length; i++) {
            token = tokens[i].strip();
            if (TAG_FORM.matcher(token).matches()) {
                require(i < tokens.length - 1, token, "followed by a number");
                tag = token;
            } else {
                require(INTERVAL_FORM.matcher(token).matches(), token, "a number, a range or a tag");
                addInterval(set, uuid, tag, token);
            }
        }
        require(tokens.length > 1, token, "followed by a number");
    }

    private static void addInterval(GtidSet set, UUID uuid, String tag, String text) {
        int hyphen = text.indexOf('-');
        long start = number(hyphen < 0 ? text : text.substring(0, hyphen));
        long last = hyphen < 0 ? start : number(text.substring(hyphen + 1));
        require(start <= last, text, "from the lower number to the higher");
        set.add(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), tag, start, last + 1);
    }

    private static long number(String text) {
        // nineteen digits fit into 64 unsigned bits; too large numbers become negative
        long number = Long.parseUnsignedLong(text.strip());
        require(number >= 1 && number <= GtidIntervals.MAX_NUMBER, text, "from 1 to " + GtidIntervals.MAX_NUMBER);
        return number;
    }

    private static void require(boolean isValid, String text, String expected) {
        if (!isValid) {
            throw new IllegalArgumentException("not a GTID set: '" + text + "' must be " + expected);
        }
    }

    static boolean isTag(String text) {
        return TAG_FORM.matcher(text).matches();
    }

    static String toText(List<GtidSource> sources) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sources.size(); i++) {
            GtidSource source = sources.get(i);
            if (i == 0 || !source.isOfSameServer(sources.get(i - 1))) {
                text.append(i == 0 ? "" : ",\n").append(source.uuid());
            }
            if (!source.tag().isEmpty()) {
                text.append(':').append(source.tag());
            }
            text.append(':').append(source.numbers());
        }
        return text.toString();
    }
}
