// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.util.Optional;
import tools.jackson.core.JacksonException;

/** Records as lines of JSON, one each: for a file that grows, and that is read as far as it was written. */
public final class JsonRecords {

    private JsonRecords() {}

    public static String line(Record record) {
        return ResultJson.COMPACT.writeValueAsString(record);
    }

    /**
     * Reads a record.
     *
     * @return the record; empty if the line is no such record, or lacks something
     */
    public static <T extends Record> Optional<T> read(String line, Class<T> type) {
        try {
            return Optional.ofNullable(ResultJson.COMPACT.readValue(line, type));
        } catch (JacksonException e) {
            return Optional.empty(); // the caller decides, because it has the file's context
        }
    }
}
