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
 * Reads keys with values as records: the component {@code settleTimeout} is the key {@code settle-timeout}, and one of the name
 * {@code node} is the node itself. Keys that are no component are refused, and so are missing ones, unless the component is
 * {@link Optional}, a list, a map or has a {@link Default}. Lists may be given as a single value.
 */
public final class YamlBinder {

    /** The text of a key that is missing. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface Default {
        String value();
    }

    /** The whole numbers that a key takes. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface Range {
        long least() default 0;

        long most() default Long.MAX_VALUE;
    }

    private static final String SELF = "node";

    private final Map<Class<?>, Function<YamlNode, ?>> readers = new HashMap<>();

    /** Reads texts, numbers, truth values, nodes and enums. */
    public YamlBinder() {
        with(String.class, YamlNode::text).with(YamlNode.class, node -> node).with(boolean.class, YamlNode::isTrue);
        with(double.class, YamlNode::number).with(Double.class, YamlNode::number);
    }

    /** Reads values of one more type. */
    public <T> YamlBinder with(Class<T> type, Function<YamlNode, ? extends T> reader) {
        readers.put(type, reader);
        return this;
    }

    /** The key of a property: {@code drain-timeout} of {@code drainTimeout}. */
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

    /** Reads a record; what its constructor refuses is refused at the line of the key. */
    public <R extends Record> R read(YamlNode node, Class<R> type) {
        node.allow(keys(type).toArray(String[]::new));
        RecordComponent[] components = type.getRecordComponents();
        Object[] values =
                Stream.of(components).map(component -> value(component, node)).toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return node.inPlace(() -> create(type, types, values));
    }

    private static <R> R create(Class<R> type, Class<?>[] types, Object... values) {
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
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
        Optional<YamlNode> given = node.get(key);
        Class<?> type = component.getType();
        if (type == Optional.class) {
            return given.map(value -> value(argument(component.getGenericType(), 0), value));
        }
        if (given.isEmpty() && (type == List.class || type == Map.class)) {
            return type == List.class ? List.of() : Map.of();
        }
        Default otherwise = component.getAnnotation(Default.class);
        YamlNode value = given.isEmpty() && otherwise != null
                ? node.otherwise(key, otherwise.value())
                : given.orElseGet(() -> node.required(key));
        Range range = component.getAnnotation(Range.class);
        if (range == null) {
            return value(component.getGenericType(), value);
        }
        long number = value.wholeNumber(range.least(), range.most());
        return type == int.class ? (Object) Math.toIntExact(number) : (Object) number;
    }

    private Object value(Type type, YamlNode node) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            return node.all().stream().map(one -> value(argument(type, 0), one)).toList();
        }
        if (type instanceof ParameterizedType) {
            Map<String, Object> values = new LinkedHashMap<>();
            node.entries().forEach((name, one) -> values.put(name, value(argument(type, 1), one)));
            return values;
        }
        Class<?> plain = (Class<?>) type;
        Function<YamlNode, ?> reader = readers.get(plain);
        if (reader != null) {
            return reader.apply(node);
        }
        if (plain.isRecord()) {
            return read(node, plain.asSubclass(Record.class));
        }
        return constant(plain, node);
    }

    private static Object constant(Class<?> type, YamlNode node) {
        Object[] constants = type.getEnumConstants();
        List<String> words = Stream.of(constants)
                .map(one -> ((Enum<?>) one).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        return constants[words.indexOf(node.word(words.toArray(String[]::new)))];
    }

    private static Type argument(Type type, int place) {
        return ((ParameterizedType) type).getActualTypeArguments()[place];
    }
}
