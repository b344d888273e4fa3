// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Makes Jackson reject a record if a required component is missing or {@code null}. Optional components are {@link Nullable}, a
 * list, a map, an {@link Optional} or a primitive (default: 0).
 */
class RequiredValues extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated property) {
        return property instanceof AnnotatedParameter parameter && isRequired(parameter)
                ? JsonSetter.Value.forValueNulls(Nulls.FAIL)
                : super.findSetterInfo(config, property);
    }

    private static boolean isRequired(AnnotatedParameter parameter) {
        Class<?> type = parameter.getRawType();
        return parameter.getDeclaringClass().isRecord()
                && !type.isPrimitive()
                && type != List.class
                && type != Map.class
                && type != Optional.class
                && !isNullable(parameter.getDeclaringClass(), parameter.getIndex());
    }

    /**
     * Reads the annotation from the field, because javac drops it from the parameters of compact constructors if the type is
     * nested.
     */
    private static boolean isNullable(Class<?> type, int component) {
        return Stream.of(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .skip(component)
                .findFirst()
                .filter(field -> field.getAnnotatedType().isAnnotationPresent(Nullable.class))
                .isPresent();
    }

    static Optional<String> missingPath(JacksonException e) {
        return e instanceof InvalidNullException ? Optional.of(path(e)) : Optional.empty();
    }

    /** Returns names and list indexes (from 0), separated by dots. */
    static String path(JacksonException e) {
        return e.getPath().stream()
                .map(step -> step.getPropertyName() == null ? String.valueOf(step.getIndex()) : step.getPropertyName())
                .collect(Collectors.joining("."));
    }
}
