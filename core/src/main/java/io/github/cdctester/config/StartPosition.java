// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Start position of the subscriber in the log. */
public sealed interface StartPosition {

    /** The current end of the server's log. */
    static StartPosition now() {
        return new Now();
    }

    /** The beginning of the oldest log file that the server still has. */
    static StartPosition earliest() {
        return new Earliest();
    }

    /**
     * Parses a start position of the command line.
     *
     * @param text {@code now}, {@code earliest}, {@code FILE:POS}, for example {@code binlog.000003:157}, or GTIDs in
     *     the form of {@link AtGtidSet}
     * @throws InvalidPlanException if the text has another form, or a number is out of range
     */
    static StartPosition parse(String text) {
        String stripped = text.strip();
        if (stripped.equalsIgnoreCase("now")) {
            return new Now();
        }
        if (stripped.equalsIgnoreCase("earliest")) {
            return new Earliest();
        }
        // checked before positions, because a GTID set may also end with a colon and a number
        if (AtGtidSet.hasForm(stripped)) {
            return new AtGtidSet(stripped);
        }
        Matcher position = At.FORM.matcher(stripped);
        if (position.matches()) {
            return new At(position.group(1), Long.parseLong(position.group(2)));
        }
        throw new InvalidPlanException(
                "from",
                text.isBlank() ? "empty" : text,
                "'now', 'earliest', FILE:POS such as binlog.000003:157, a GTID set such as"
                        + " 3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5, or MariaDB GTIDs such as 0-1-100");
    }

    /** The current end of the server's log. */
    record Now() implements StartPosition {
        @Override
        public String toString() {
            return "now";
        }
    }

    /** The beginning of the oldest log file that the server still has. */
    record Earliest() implements StartPosition {
        @Override
        public String toString() {
            return "earliest";
        }
    }

    /**
     * A position in the log.
     *
     * @param position offset of an event in the file, from 4 to 4294967295 (32 bits in the dump command)
     */
    record At(String file, long position) implements StartPosition {

        private static final Pattern FORM = Pattern.compile("(.+):(\\d{1,18})", Pattern.DOTALL);

        /** Log files of PolarDB-X 5.4: {@code group1_stream_0_binlog.000001}, or with {@code #} before {@code binlog}. */
        private static final Pattern FILE_OF_NAMED_LOG = Pattern.compile("(\\w+_stream_\\d+)[_#].+");

        /**
         * Checks the values.
         *
         * @throws InvalidPlanException if the position is out of range
         */
        public At {
            if (position < 4 || position > 0xFFFF_FFFFL) {
                throw new InvalidPlanException("from", file + ":" + position, "at a position from 4 to 4294967295");
            }
        }

        /**
         * Returns the name of the log on a server with several streams.
         *
         * @return for example {@code group1_stream_0}, or an empty string if the file name has no such prefix
         */
        public String logName() {
            Matcher matcher = FILE_OF_NAMED_LOG.matcher(file);
            return matcher.matches() ? matcher.group(1) : "";
        }

        @Override
        public String toString() {
            return file + ":" + position;
        }
    }

    /**
     * A start after a set of transactions, which are treated as already read. The server determines the position.
     *
     * @param gtids MySQL: a GTID set in the server's format, with or without tags, whose transactions are not sent. MariaDB: the
     *     last transaction of each replication domain, for example {@code 0-1-100,1-1-7}. Stored in lower case, without spaces
     *     and line breaks.
     */
    record AtGtidSet(String gtids) implements StartPosition {

        // possessive quantifiers, so that a set of any length needs neither a deep stack nor backtracking
        private static final Pattern MYSQL_FORM = Pattern.compile(list("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
                + "(?:\\s*+:\\s*+(?:[a-z_][a-z0-9_]{0,31}+\\s*+:\\s*+)?+[0-9]{1,19}+(?:\\s*+-\\s*+[0-9]{1,19}+)?+)++"));
        private static final Pattern MARIADB_FORM =
                Pattern.compile(list("[0-9]{1,10}+\\s*+-\\s*+[0-9]{1,10}+\\s*+-\\s*+[0-9]{1,20}+"));

        /** An interval after a source's UUID or a tag. A tag does not match, because it begins with a letter or an underscore. */
        private static final Pattern INTERVAL = Pattern.compile(":(\\d{1,19}+)(?:-(\\d{1,19}+))?+");

        private static final long LAST_NUMBER = Long.MAX_VALUE - 1;
        private static final Pattern SPACES = Pattern.compile("\\s++");

        /**
         * Checks the form and the intervals, removes spaces, and converts letters to lower case.
         *
         * @throws InvalidPlanException if the text has another form, or an interval is invalid
         */
        public AtGtidSet {
            if (!hasForm(gtids)) {
                throw new InvalidPlanException(
                        "from",
                        gtids.isBlank() ? "empty" : gtids,
                        "a GTID set such as 3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5,"
                                + " or MariaDB GTIDs such as 0-1-100");
            }
            gtids = SPACES.matcher(gtids).replaceAll("").toLowerCase(Locale.ROOT);
            if (gtids.indexOf(':') >= 0) {
                checkNumbers(gtids);
            }
        }

        /** Checks that numbers are from 1 to 2^63 − 2, and that no interval ends before its start. */
        private static void checkNumbers(String gtids) {
            for (Matcher interval = INTERVAL.matcher(gtids); interval.find(); ) {
                long low = Long.parseUnsignedLong(interval.group(1));
                long high = interval.group(2) == null ? low : Long.parseUnsignedLong(interval.group(2));
                if (low == 0 || Long.compareUnsigned(high, low) < 0 || Long.compareUnsigned(high, LAST_NUMBER) > 0) {
                    throw new InvalidPlanException(
                            "from",
                            gtids,
                            "a set of numbers from 1 to 2^63 - 2 whose intervals go forward, which "
                                    + interval.group().substring(1) + " is not");
                }
            }
        }

        /** Returns true for GTIDs of MariaDB, false for GTIDs of MySQL. */
        public boolean isMariaDb() {
            return gtids.indexOf(':') < 0;
        }

        @Override
        public String toString() {
            return gtids;
        }

        private static boolean hasForm(String text) {
            String lowerCase = text.strip().toLowerCase(Locale.ROOT);
            return MYSQL_FORM.matcher(lowerCase).matches()
                    || MARIADB_FORM.matcher(lowerCase).matches();
        }

        private static String list(String item) {
            return "(?:" + item + ")(?:\\s*+,\\s*+" + item + ")*+";
        }
    }
}
