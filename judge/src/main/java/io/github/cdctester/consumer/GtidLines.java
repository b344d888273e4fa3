// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeEnd;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One transaction per line: its GTID (MySQL's {@code uuid:7} or {@code uuid:tag:7}, MariaDB's {@code 0-1-7}), or the position
 * after its end, such as {@code binlog.000007:1234}.
 */
final class GtidLines implements LineReader {

    private static final Pattern GTID_PATTERN = Pattern.compile(
            "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}:(?:\\w{1,32}:)?\\d{1,18}|\\d{1,10}-\\d{1,10}-\\d{1,18}");
    private static final Pattern GTID_SET_PATTERN = Pattern.compile(
            "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}:(?:\\w{1,32}:)?\\d{1,18}(?:-\\d|[:,]).*"
                    + "|\\d{1,10}-\\d{1,10}-\\d{1,18},.*",
            Pattern.DOTALL);
    private static final Pattern POSITION_PATTERN = Pattern.compile("([^\\s:,\"{}]{1,512}\\.\\d{6,10}):(\\d{1,18})");

    static boolean looksLike(String line) {
        return GTID_PATTERN.matcher(line).matches()
                || POSITION_PATTERN.matcher(line).matches()
                || isGtidSet(line);
    }

    /** For example {@code uuid:1-57}, which does not identify one transaction. */
    static boolean isGtidSet(String text) {
        return !GTID_PATTERN.matcher(text).matches()
                && GTID_SET_PATTERN.matcher(text).matches();
    }

    @Override
    public Reading read(ConsumerMessage message) {
        return read(message.line());
    }

    static Reading read(String line) {
        String name = line.strip();
        if (GTID_PATTERN.matcher(name).matches()) {
            return Reading.of(Change.transaction(name, ChangeEnd.COMPLETE));
        }
        Matcher position = POSITION_PATTERN.matcher(name);
        return position.matches()
                ? Reading.of(Change.transactionEndAt(position.group(1), Long.parseLong(position.group(2))))
                : Reading.unreadable(isGtidSet(name) ? Problem.GTID_SET : Problem.NOT_GTID);
    }
}
