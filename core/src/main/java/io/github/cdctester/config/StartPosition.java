// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;

/** Where in the log the subscriber starts. */
public sealed interface StartPosition {

    /**
     * The server's present end of the log.
     *
     * @return the start
     */
    static StartPosition now() {
        return new Now();
    }

    /**
     * Reads the command line's form.
     *
     * @param text {@code FILE:POS}, such as {@code binlog.000003:157}
     * @return the start
     * @throws InvalidPlanException if the text has another form
     */
    static StartPosition parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon > 0 && text.substring(colon + 1).matches("\\d{1,18}")) {
            return new At(text.substring(0, colon), Long.parseLong(text.substring(colon + 1)));
        }
        throw new InvalidPlanException("from", text, "of the form FILE:POS, such as binlog.000003:157");
    }

    /** The server's present end of the log. */
    record Now() implements StartPosition {}

    /**
     * A place in the log.
     *
     * @param file the log file's name
     * @param position the offset of an event in it, from 4 to 4294967295 (the dump command carries 32 bits)
     */
    record At(String file, long position) implements StartPosition {
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
    }
}
