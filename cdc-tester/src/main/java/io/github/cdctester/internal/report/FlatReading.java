// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.Summary.StreamSummary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads records with a flat component: a stream, or a load, has its name next to its numbers. Jackson writes such records, but
 * reads omitted lists as {@code null}.
 */
final class FlatReading<R extends Record> extends ValueDeserializer<R> {

    private final Class<R> type;
    private final String flat;

    private FlatReading(Class<R> type, String flat) {
        this.type = type;
        this.flat = flat;
    }

    static SimpleModule addTo(SimpleModule module) {
        return module.addDeserializer(Verdict.OfStream.class, new FlatReading<>(Verdict.OfStream.class, "verdict"))
                .addDeserializer(WorkloadSummary.class, new FlatReading<>(WorkloadSummary.class, "write"))
                .addDeserializer(StreamSummary.class, new FlatReading<>(StreamSummary.class, "cdc"));
    }

    @Override
    public R deserialize(JsonParser in, DeserializationContext context) {
        JsonNode node = context.readTree(in);
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            String name = components[i].getName();
            JsonNode part = name.equals(flat) ? node : node.path(name);
            if (!part.isMissingNode()) {
                values[i] = context.readTreeAsValue(part, types[i]);
            } else if (types[i].isPrimitive()) {
                values[i] = Array.get(Array.newInstance(types[i], 1), 0);
            }
        }
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
