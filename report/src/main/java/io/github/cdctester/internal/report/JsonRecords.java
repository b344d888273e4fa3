// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.util.Optional;
import tools.jackson.core.JacksonException;

/** Writes and reads records as JSON, one record per line. Used for files that are read while they grow. */
public final class JsonRecords {

    private JsonRecords() {}

    public static String line(Record record) {
        return ResultJson.COMPACT.writeValueAsString(record);
    }

    /** Returns empty if the line is not a complete record of this type. */
    public static <T extends Record> Optional<T> read(String line, Class<T> type) {
        try {
            return Optional.ofNullable(ResultJson.COMPACT.readValue(line, type));
        } catch (JacksonException e) {
            return Optional.empty(); // the caller reports the error with the file's name
        }
    }
}
