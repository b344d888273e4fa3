// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Converts records to JSON and back, component by component. Only for data that programs of the same version read. */
public final class RecordJson {

    /** Only the components of a record are written, not its other accessors. */
    public static final UnaryOperator<VisibilityChecker> FIELDS = rules -> rules.withGetterVisibility(Visibility.NONE)
            .withIsGetterVisibility(Visibility.NONE)
            .withFieldVisibility(Visibility.ANY);

    public static final RecordJson PLAIN = new RecordJson(List.of(), List.of());

    private final JsonMapper mapper;

    /** Converts a type that is not a record to a type that can be written as JSON, and back. */
    public record Packed<T, P>(Class<T> type, Class<P> as, Function<T, P> pack, Function<P, T> unpack) {

        private void addTo(SimpleModule module) {
            module.addSerializer(type, new ValueSerializer<>() {
                        @Override
                        public void serialize(T value, JsonGenerator out, SerializationContext context) {
                            out.writePOJO(pack.apply(value));
                        }
                    })
                    .addDeserializer(type, new ValueDeserializer<>() {
                        @Override
                        public T deserialize(JsonParser in, DeserializationContext context) {
                            return unpack.apply(context.readValue(in, as));
                        }
                    });
        }
    }

    /** Adds the name of a sealed type's subtype to the components of each record. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "is")
    private interface WithSubtypeName {}

    /**
     * @param packedTypes types that are converted for JSON
     * @param namedTypes sealed types whose records contain the name of their subtype
     */
    public RecordJson(List<Packed<?, ?>> packedTypes, List<Class<?>> namedTypes) {
        SimpleModule module = new SimpleModule();
        packedTypes.forEach(packedType -> packedType.addTo(module));
        JsonMapper.Builder builder = BoundedJson.mapperBuilder();
        namedTypes.forEach(type -> builder.addMixIn(type, WithSubtypeName.class));
        mapper = builder.changeDefaultVisibility(FIELDS).addModule(module).build();
    }

    /** Returns UTF-8. {@code as} is the type that the reader will pass to {@link #read}. */
    public byte[] bytes(Class<?> as, Object record) {
        return mapper.writerFor(as).writeValueAsBytes(record);
    }

    public Map<?, ?> toMap(Record record) {
        return mapper.convertValue(record, Map.class);
    }

    /**
     * {@code json} is in UTF-8.
     *
     * @throws IllegalArgumentException if the bytes are not such a record
     */
    public <T> T read(byte[] json, Class<T> as) {
        T result;
        try {
            result = mapper.readValue(json, as);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
        if (result == null) {
            throw new IllegalArgumentException("null");
        }
        return result;
    }
}
