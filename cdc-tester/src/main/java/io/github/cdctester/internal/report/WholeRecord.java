// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks that a record read from a file has everything that its type requires. */
final class WholeRecord {

    private WholeRecord() {}

    /** The name of the first value that is missing although it is not {@link Nullable}, with dots for nesting. */
    static Optional<String> firstMissing(Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = value(component, record);
            if (value == null) {
                if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                    return Optional.of(component.getName());
                }
                continue;
            }
            Optional<String> within = within(value);
            if (within.isPresent()) {
                return within.map(name -> component.getName() + "." + name);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> within(Object value) {
        if (value instanceof Record inner) {
            return firstMissing(inner);
        }
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                Optional<String> missing = within(list.get(i));
                if (missing.isPresent()) {
                    return Optional.of(i + "." + missing.get());
                }
            }
        }
        return Optional.empty();
    }

    private static @Nullable Object value(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a result's component cannot be read: " + component, e);
        }
    }
}
