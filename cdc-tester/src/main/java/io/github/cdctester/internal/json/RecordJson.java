// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Records as JSON, component by component: for those that only programs of this version read. */
public final class RecordJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultVisibility(rules -> rules.withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE)
                    .withFieldVisibility(Visibility.ANY))
            .build();

    private RecordJson() {}

    /**
     * Writes a record.
     *
     * @param as the type that it is to be read as
     * @param record the record
     * @return JSON in UTF-8
     */
    public static byte[] bytes(Class<?> as, Object record) {
        return MAPPER.writerFor(as).writeValueAsBytes(record);
    }

    /**
     * Reads a record.
     *
     * @param json JSON in UTF-8
     * @throws IllegalArgumentException if it is something else
     */
    public static <T> T read(byte[] json, Class<T> as) {
        T read;
        try {
            read = MAPPER.readValue(json, as);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
        if (read == null) {
            throw new IllegalArgumentException("null");
        }
        return read;
    }
}
