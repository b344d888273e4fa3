// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.Verdict.Reason;

/**
 * A printed line that could not be read.
 *
 * @param line number of the line, from 1
 * @param problem why the line could not be read
 * @param beginning first 80 characters of the line, with {@code …} if it is longer
 */
public record UnreadableLine(long line, Problem problem, String beginning) {

    private static final int MAX_CHARACTERS = 80;

    /** Reasons why a printed line cannot be read. */
    public enum Problem {
        NO_FORMAT,
        TOO_LONG("mebibytes", ConsumerLines.MAX_BYTES >> 20),
        NO_JSON,
        JSON_OF_NO_FORMAT,
        UNKNOWN_TYPE,
        KEY_AND_VALUE,
        NOT_DEBEZIUM,
        NOT_CANAL,
        NOT_MAXWELL,
        NOT_FLAT,
        NOT_FLINK,
        NOT_GTID,
        GTID_SET("stamp", Setting.STAMP),
        NO_ROW,
        NO_TABLE,
        NO_TABLE_COLUMN("table", Setting.TABLE_NAME, "tableColumn", Setting.TABLE_COLUMN),
        QUOTE_NOT_CLOSED,
        OTHER_COLUMNS,
        COLUMNS_NOT_NAMED,
        NO_POSITION,
        NO_SEQUENCE,
        NO_KIND,
        NO_IDENTITY,
        NO_GTID,
        NO_END_POSITION;

        private final String text;

        Problem(Object... arguments) {
            text = Reason.sentence(this, arguments);
        }

        String text() {
            return text;
        }

        /** Returns true if the line probably contains a change. Missing or repeated changes are then uncertain. */
        public boolean isOfChange() {
            return switch (this) {
                case UNKNOWN_TYPE, NO_ROW, NO_TABLE, NO_GTID, NO_END_POSITION, TOO_LONG -> true;
                default -> false;
            };
        }
    }

    static String beginningOf(String line) {
        return line.length() <= MAX_CHARACTERS ? line : line.substring(0, MAX_CHARACTERS) + "…";
    }

    /** {@return a description such as {@code line 7 (no JSON object): "hello"}} */
    public String text() {
        return "line " + line + " (" + problem.text + "): \"" + beginning + '"';
    }
}
