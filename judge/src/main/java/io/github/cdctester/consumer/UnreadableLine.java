// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.failure.Setting;

/**
 * A printed line that could not be read.
 *
 * @param line its number, from 1
 * @param problem why
 * @param beginning its first characters, 80 at most
 */
public record UnreadableLine(long line, Problem problem, String beginning) {

    private static final int SHOWN_CHARACTERS = 80;

    /** Why a printed line cannot be read. */
    public enum Problem {
        NO_FORMAT("of no format that is known"),
        TOO_LONG("longer than " + (ConsumerLines.LONGEST_BYTES >> 20) + " MiB"),
        NO_JSON("no JSON object"),
        JSON_OF_NO_FORMAT("neither Debezium's, nor Canal's, nor Maxwell's JSON"),
        UNKNOWN_TYPE("row data, but its type or op is unknown"),
        KEY_AND_VALUE("a key before the value: print values only, with kcat -f '%s\\n'"),
        NOT_DEBEZIUM("no envelope of Debezium's, which has an op"),
        NOT_CANAL("no flat message of Canal's, which has a type"),
        NOT_MAXWELL("no message of Maxwell's, which has a type"),
        NOT_FLAT("neither a row nor a heartbeat or a statement"),
        NOT_FLINK("neither a row such as +I[7, a, 42] nor JSON"),
        NOT_GTID("neither a GTID nor FILE:POSITION"),
        GTID_SET("a GTID set, not a transaction; use " + Setting.STAMP + "=on"),
        NO_ROW("a change without a row"),
        NO_TABLE("no table is named in the line, and none was given"),
        NO_TABLE_COLUMN("a header without a column 'table'; name it with " + Setting.TABLE_NAME + " or "
                + Setting.TABLE_COLUMN),
        QUOTE_NOT_CLOSED("a quote is not closed"),
        OTHER_COLUMNS("it does not have as many values as there are columns"),
        COLUMNS_NOT_NAMED("no names of columns were given"),
        NO_POSITION("no position"),
        NO_SEQUENCE("no whole number as its sequence"),
        NO_KIND("a kind that is none of r, incremental, c, u and d"),
        NO_IDENTITY("a row without " + StampColumn.NAME + ", GTID or the place of its transaction's end"),
        NO_GTID("no GTID"),
        NO_END_POSITION("no place of its transaction's end");

        private final String text;

        Problem(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }

        /** Returns true if the line has a change: what it shows may be what is missing, or a repetition. */
        public boolean isOfChange() {
            return switch (this) {
                case UNKNOWN_TYPE, NO_ROW, NO_TABLE, NO_GTID, NO_END_POSITION, TOO_LONG -> true;
                default -> false;
            };
        }
    }

    static String beginning(String line) {
        return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "…";
    }

    /** {@return a description such as {@code line 7 (no JSON object): "hello"}} */
    public String text() {
        return "line " + line + " (" + problem.text + "): \"" + beginning + '"';
    }
}
