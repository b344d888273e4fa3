// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.module.SimpleModule;

/** Reads and writes a type in the JSON form of another type. Errors name the missing component or the rejected value. */
final class JsonConversion<T, F> extends ValueDeserializer<T> {

    private final Class<T> type;
    private final Class<F> form;
    private final Function<F, T> read;

    private JsonConversion(Class<T> type, Class<F> form, Function<F, T> read) {
        this.type = type;
        this.form = form;
        this.read = read;
    }

    static <T, F> void add(
            SimpleModule module, Class<T> type, Class<F> form, Function<T, ?> write, Function<F, T> read) {
        module.addSerializer(type, new ValueSerializer<>() {
                    @Override
                    public void serialize(T value, JsonGenerator out, SerializationContext context) {
                        out.writePOJO(write.apply(value));
                    }
                })
                .addDeserializer(type, new JsonConversion<>(type, form, read));
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) {
        try {
            return read.apply(context.readValue(in, form));
        } catch (InvalidNullException e) {
            return context.reportInputMismatch(type, "it has no %s", RequiredValues.path(e));
        } catch (InvalidPlanException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return context.reportInputMismatch(type, "%s", e.getMessage());
        }
    }
}
