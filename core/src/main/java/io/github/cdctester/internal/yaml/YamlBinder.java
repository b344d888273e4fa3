// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.yaml;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads YAML keys as record components: {@code settle-timeout} becomes {@code settleTimeout}; a component named {@code node}
 * receives the node itself. Unknown keys are rejected. Missing keys are rejected unless the component is {@link Optional}, a list,
 * a map, or has a {@link Default}. A single value is accepted as a list.
 */
public final class YamlBinder {

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface Default {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface Range {
        long min() default 0;

        long max() default Long.MAX_VALUE;
    }

    private static final String SELF = "node";

    private final Map<Class<?>, Function<YamlNode, ?>> readers = new HashMap<>();

    /** Reads texts, decimal numbers, booleans, nodes, enums and records. Whole numbers need a {@link Range}. */
    public YamlBinder() {
        with(String.class, YamlNode::text).with(YamlNode.class, node -> node).with(boolean.class, YamlNode::isTrue);
        with(double.class, YamlNode::number).with(Double.class, YamlNode::number);
    }

    public <T> YamlBinder with(Class<T> type, Function<YamlNode, ? extends T> reader) {
        readers.put(type, reader);
        return this;
    }

    /** Returns {@code drain-timeout} for {@code drainTimeout}. */
    public static String key(String name) {
        return name.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    public static List<String> keys(Class<? extends Record> type) {
        return Stream.of(type.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !name.equals(SELF))
                .map(YamlBinder::key)
                .toList();
    }

    /** If the record's constructor fails, the error contains the line of the key. */
    public <R extends Record> R read(YamlNode node, Class<R> type) {
        node.rejectKeysExcept(keys(type).toArray(String[]::new));
        RecordComponent[] components = type.getRecordComponents();
        Object[] values =
                Stream.of(components).map(component -> value(component, node)).toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return node.withErrorsAtNode(() -> create(type, types, values));
    }

    private static <R> R create(Class<R> type, Class<?>[] types, Object... values) {
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException rejection) {
                throw rejection;
            }
            throw new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object value(RecordComponent component, YamlNode node) {
        String key = key(component.getName());
        if (key.equals(SELF)) {
            return node;
        }
        Optional<YamlNode> optionalNode = node.get(key);
        Class<?> type = component.getType();
        if (type == Optional.class) {
            return optionalNode.map(value -> value(typeArgument(component.getGenericType(), 0), value));
        }
        if (optionalNode.isEmpty() && (type == List.class || type == Map.class)) {
            return type == List.class ? List.of() : Map.of();
        }
        Default defaultValue = component.getAnnotation(Default.class);
        YamlNode value = optionalNode.isEmpty() && defaultValue != null
                ? node.withDefault(key, defaultValue.value())
                : optionalNode.orElseGet(() -> node.required(key));
        Range range = component.getAnnotation(Range.class);
        if (range == null) {
            return value(component.getGenericType(), value);
        }
        long number = value.wholeNumber(range.min(), range.max());
        return type == int.class ? (Object) Math.toIntExact(number) : (Object) number;
    }

    private Object value(Type type, YamlNode node) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            return node.elementsOrSelf().stream()
                    .map(element -> value(typeArgument(type, 0), element))
                    .toList();
        }
        if (type instanceof ParameterizedType) {
            Map<String, Object> values = new LinkedHashMap<>();
            node.entries().forEach((name, entry) -> values.put(name, value(typeArgument(type, 1), entry)));
            return values;
        }
        Class<?> rawType = (Class<?>) type;
        Function<YamlNode, ?> reader = readers.get(rawType);
        if (reader != null) {
            return reader.apply(node);
        }
        if (rawType.isRecord()) {
            return read(node, rawType.asSubclass(Record.class));
        }
        return constant(rawType, node);
    }

    private static Object constant(Class<?> type, YamlNode node) {
        Object[] constants = type.getEnumConstants();
        List<String> words = Stream.of(constants)
                .map(constant ->
                        ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        return constants[words.indexOf(node.word(words.toArray(String[]::new)))];
    }

    private static Type typeArgument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }
}
