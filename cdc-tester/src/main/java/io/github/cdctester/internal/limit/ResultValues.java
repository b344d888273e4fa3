// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value that a name means, by walking over the components of the result's records. A map without a key means the
 * sum of its values, a list the number of its elements.
 */
final class ResultValues {

    /** Prefixes that a name may leave out, in the order in which they are tried. */
    private static final List<String> ROOMS = List.of("", "cdc.", "write.", "verdict.", "tester.");

    /** Suffixes that a component's name may leave out. */
    private static final List<String> UNITS = List.of("", "millis", "percent", "micros");

    private static final Map<String, String> SHORT = Map.of(
            "bps", "cdc.bytesPerSecond",
            "eps", "cdc.eventsPerSecond",
            "tps", "cdc.transactionsPerSecond",
            "qps", "write.queriesPerSecond",
            "errors", "write.errorsPerCode");

    /** The time of the stream after the last commit: the difference of two numbers that the result has. */
    private static final NamedNumber CATCH_UP = new NamedNumber(
            "catchUpSeconds",
            Dimension.SECONDS,
            root -> root.summary().cdc() == null ? null : root.summary().catchUpSeconds());

    private static final String LOADS = "loads.";

    private static final String CONSUMERS = "consumers.";

    private static final Pattern OMITTED = Pattern.compile("^(cdc|write|verdict|tester)\\.|(Millis|Percent|Micros)$");

    private static final Pattern LATER = Pattern.compile("(?i)\\.p99\\.9(millis)?$");

    private ResultValues() {}

    static Optional<NamedNumber> named(String written) {
        if (written.equalsIgnoreCase(CATCH_UP.name())) {
            return Optional.of(CATCH_UP);
        }
        if (written.regionMatches(true, 0, LOADS, 0, LOADS.length())) {
            return ofLoad(written.substring(LOADS.length()));
        }
        if (written.regionMatches(true, 0, CONSUMERS, 0, CONSUMERS.length())) {
            return ofConsumer(written.substring(CONSUMERS.length()));
        }
        String name = SHORT.getOrDefault(written.toLowerCase(Locale.ROOT), written)
                .replaceFirst("(?i)^dt\\.", "cdc.delay.")
                .replaceFirst("(?i)\\.p99\\.9(millis)?$", ".p999");
        return ROOMS.stream()
                .map(room -> room + name)
                .map(path -> path.regionMatches(true, 0, "verdict.", 0, 8)
                        ? in(Verdict.class, path.substring(8), "verdict.", root -> root.verdict())
                        : in(Summary.class, path, "", root -> root.summary()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<NamedNumber> ofConsumer(String written) {
        int dot = written.indexOf('.');
        if (dot <= 0) {
            return Optional.empty();
        }
        String consumer = written.substring(0, dot);
        String path = LATER.matcher(written.substring(dot + 1)).replaceFirst(".p999");
        return in(ConsumerResult.class, path, CONSUMERS + consumer + ".", root -> root.consumer(consumer));
    }

    /** The load's name may have dots in it: it is the shortest one behind which there is a value. */
    private static Optional<NamedNumber> ofLoad(String written) {
        for (int dot = written.indexOf('.'); dot > 0; dot = written.indexOf('.', dot + 1)) {
            String load = written.substring(0, dot);
            String path = LATER.matcher(written.substring(dot + 1)).replaceFirst(".p999");
            Optional<NamedNumber> value = in(WriteSummary.class, path, "", root -> root.write(load));
            if (value.isPresent()) {
                return value.map(found -> found.of(load, LOADS + load + "."));
            }
        }
        return Optional.empty();
    }

    /** Every name in its whole form; if a key belongs, its kind stands in capitals. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        collect(Summary.class, "", names);
        collect(Verdict.class, "verdict.", names);
        names.add(CATCH_UP.name());
        return names;
    }

    /** The names as people write them: without what may be left out if that means the same, unless they have it themselves. */
    static List<String> like(String written) {
        if (OMITTED.matcher(written).find()) {
            return names();
        }
        return names().stream()
                .map(name -> {
                    String less = OMITTED.matcher(name).replaceAll("");
                    return named(less)
                                    .filter(found -> found.name().equals(name))
                                    .isPresent()
                            ? less
                            : name;
                })
                .toList();
    }

    private static Optional<NamedNumber> in(
            Type type, String path, String before, Function<NamedNumber.Root, @Nullable Object> reader) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            return inMap(generic, path, before, reader);
        }
        if (!(type instanceof Class<?> record) || !record.isRecord()) {
            return Optional.empty();
        }
        int dot = path.indexOf('.');
        String wanted = dot < 0 ? path : path.substring(0, dot);
        String rest = dot < 0 ? "" : path.substring(dot + 1);
        return component(record, wanted).flatMap(component -> {
            Function<NamedNumber.Root, @Nullable Object> value = root -> read(component, reader.apply(root));
            String name = before + component.getName();
            return rest.isEmpty()
                    ? leaf(component.getGenericType(), name, value)
                    : in(component.getGenericType(), rest, name + ".", value);
        });
    }

    private static Optional<NamedNumber> inMap(
            ParameterizedType map, String path, String before, Function<NamedNumber.Root, @Nullable Object> reader) {
        Type keys = map.getActualTypeArguments()[0];
        Type values = map.getActualTypeArguments()[1];
        // names of tables contain dots; the part after them is a single word
        int dot = values == Long.class ? -1 : keys == String.class ? path.lastIndexOf('.') : path.indexOf('.');
        String word = dot < 0 ? path : path.substring(0, dot);
        String rest = dot < 0 ? "" : path.substring(dot + 1);
        boolean kinds = before.toLowerCase(Locale.ROOT).endsWith("eventsbykind.");
        Object key = kinds ? eventKind(word) : key(keys, word);
        if (key == null) {
            return Optional.empty();
        }
        // of a kind or a code that cannot be misspelt, none at all is 0
        Long missing = kinds || keys != String.class ? 0L : null;
        Function<NamedNumber.Root, @Nullable Object> value = root -> {
            Object found = reader.apply(root);
            return found == null ? null : orElse(((Map<?, ?>) found).get(key), values == Long.class ? missing : null);
        };
        return rest.isEmpty() ? leaf(values, before + word, value) : in(values, rest, before + word + ".", value);
    }

    private static Optional<NamedNumber> leaf(
            Type type, String name, Function<NamedNumber.Root, @Nullable Object> reader) {
        if (type instanceof ParameterizedType generic) {
            if (generic.getRawType() == List.class) {
                return Optional.of(new NamedNumber(name, Dimension.COUNT, root -> size(reader.apply(root))));
            }
            return generic.getRawType() == Map.class && generic.getActualTypeArguments()[1] == Long.class
                    ? Optional.of(new NamedNumber(name, Dimension.COUNT, root -> sum(reader.apply(root))))
                    : Optional.empty();
        }
        return isNumber(type)
                ? Optional.of(new NamedNumber(name, Dimension.ofPath(name), root -> (Number) reader.apply(root)))
                : Optional.empty();
    }

    private static void collect(Class<?> record, String before, List<String> names) {
        for (RecordComponent component : record.getRecordComponents()) {
            String name = before + component.getName();
            Type type = component.getGenericType();
            if (isNumber(type)) {
                names.add(name);
            } else if (type instanceof Class<?> inner && inner.isRecord()) {
                collect(inner, name + ".", names);
            } else if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
                collect(generic, name, names);
            }
        }
    }

    private static void collect(ParameterizedType map, String name, List<String> names) {
        if (map.getActualTypeArguments()[1] == Long.class) {
            names.add(name);
        } else if (map.getActualTypeArguments()[0] instanceof Class<?> keys
                && keys.isEnum()
                && map.getActualTypeArguments()[1] instanceof Class<?> values) {
            Arrays.stream(keys.getEnumConstants())
                    .forEach(key -> collect(values, name + "." + ((Enum<?>) key).name() + ".", names));
        }
    }

    private static Optional<RecordComponent> component(Class<?> record, String wanted) {
        return UNITS.stream()
                .flatMap(unit -> Arrays.stream(record.getRecordComponents())
                        .filter(component -> component.getName().equalsIgnoreCase(wanted + unit)))
                .findFirst();
    }

    private static @Nullable Object key(Type keys, String word) {
        if (keys == Integer.class) {
            return word.matches("\\d{1,6}") ? (Integer) Integer.parseInt(word) : null;
        }
        if (keys instanceof Class<?> constants && constants.isEnum()) {
            String name = word.replace('-', '_');
            return Arrays.stream(constants.getEnumConstants())
                    .filter(constant -> ((Enum<?>) constant).name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElse(null);
        }
        return word;
    }

    private static @Nullable String eventKind(String word) {
        Collection<String> kinds =
                IntStream.range(0, EventKind.COUNT).mapToObj(EventKind::name).collect(Collectors.toSet());
        String kind = word.toUpperCase(Locale.ROOT);
        return kinds.contains(kind) ? kind : null;
    }

    private static @Nullable Object read(RecordComponent component, @Nullable Object record) {
        try {
            return record == null ? null : component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a result's component cannot be read: " + component, e);
        }
    }

    private static @Nullable Object orElse(@Nullable Object found, @Nullable Object other) {
        return found == null ? other : found;
    }

    private static @Nullable Number size(@Nullable Object list) {
        return list == null ? null : ((Collection<?>) list).size();
    }

    private static @Nullable Number sum(@Nullable Object map) {
        return map == null
                ? null
                : ((Map<?, ?>) map)
                        .values().stream()
                                .mapToLong(value -> ((Number) value).longValue())
                                .sum();
    }

    private static boolean isNumber(Type type) {
        return type == double.class
                || type == long.class
                || type == int.class
                || type == Double.class
                || type == Long.class;
    }
}
