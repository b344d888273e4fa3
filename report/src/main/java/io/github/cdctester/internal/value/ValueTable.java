// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.internal.value.ValueRow.Need;
import io.github.cdctester.result.Comparison.Better;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of a part of a result, by name. Values with a key, such as a load's name, are created on lookup. */
final class ValueTable<T> {

    /** Names consist of a prefix, a key and a suffix. */
    private record Family<T>(String prefix, Function<String, @Nullable ValueRow<T>> values) {

        @Nullable
        ValueRow<T> find(String requestedName) {
            return requestedName.regionMatches(true, 0, prefix, 0, prefix.length())
                    ? values.apply(requestedName.substring(prefix.length()))
                    : null;
        }
    }

    private final Map<String, ValueRow<T>> rows = new LinkedHashMap<>();
    private final Map<String, ValueRow<T>> rowsByNameWithoutUnit = new LinkedHashMap<>();
    private final List<Family<T>> families = new ArrayList<>();

    /** @param requestedName in any case, with {@code -} or {@code _}; the unit may be omitted */
    @Nullable
    ValueRow<T> find(String requestedName) {
        String name = requestedName.toLowerCase(Locale.ROOT).replace('-', '_');
        ValueRow<T> row = rows.getOrDefault(name, rowsByNameWithoutUnit.get(name));
        for (int i = 0; row == null && i < families.size(); i++) {
            row = families.get(i).find(requestedName);
        }
        return row;
    }

    Collection<ValueRow<T>> rows() {
        return rows.values();
    }

    ValueTable<T> add(ValueRow<T> row) {
        rows.put(row.name().toLowerCase(Locale.ROOT), row);
        rowsByNameWithoutUnit.putIfAbsent(
                row.dimension().nameWithoutUnit(row.name()).toLowerCase(Locale.ROOT), row);
        return this;
    }

    ValueTable<T> add(String name, Dimension dimension, Better better, Function<T, @Nullable Number> reader) {
        return add(new ValueRow<>(name, dimension, better, reader));
    }

    /** Applies to all values that were added so far. */
    ValueTable<T> withSource(Function<T, @Nullable String> source) {
        rows.replaceAll((name, row) -> row.withSource(source));
        rowsByNameWithoutUnit.replaceAll((name, row) -> row.withSource(source));
        return this;
    }

    /** Neither higher nor lower is better. */
    ValueTable<T> count(String name, Function<T, @Nullable Number> reader) {
        return add(name, Dimension.COUNT, Better.NEITHER, reader);
    }

    /** Lower is better, as for a number of unwanted events. */
    ValueTable<T> lowerIsBetter(String name, Function<T, @Nullable Number> reader) {
        return add(name, Dimension.COUNT, Better.LOWER, reader);
    }

    ValueTable<T> perSecond(String name, Function<T, @Nullable Number> reader) {
        return add(name, Dimension.PER_SECOND, Better.HIGHER, reader);
    }

    ValueTable<T> bytes(String name, Function<T, @Nullable Number> reader) {
        return add(name, Dimension.BYTES, Better.NEITHER, reader);
    }

    ValueTable<T> bytesPerSecond(String name, Function<T, @Nullable Number> reader) {
        return add(name, Dimension.BYTES_PER_SECOND, Better.HIGHER, reader);
    }

    ValueTable<T> millis(String name, Function<T, @Nullable Number> reader) {
        return add(name, Dimension.MILLIS, Better.LOWER, reader);
    }

    ValueTable<T> measuredSeconds(String name, Function<T, @Nullable Number> reader) {
        return add(name, Dimension.SECONDS, Better.NEITHER, reader);
    }

    /** The part may be missing in a result. */
    <P> ValueTable<T> part(String name, Function<T, @Nullable P> part, ValueTable<P> values, Need... needs) {
        String prefix = name.isEmpty() ? "" : name + ".";
        values.rows().forEach(row -> add(row.inPart(prefix, Set.of(needs), part)));
        values.families.forEach(family -> families.add(new Family<>(prefix + family.prefix(), requestedName -> {
            ValueRow<P> row = family.values().apply(requestedName);
            return row == null ? null : row.inPart(prefix, Set.of(needs), part);
        })));
        return this;
    }

    /** The name of the part, such as a load's name, becomes the key. */
    <P> ValueTable<T> keyedPart(
            String name, BiFunction<T, String, @Nullable P> part, ValueTable<P> values, Need... needs) {
        families.add(new Family<>(name + ".", requestedName -> {
            // keys may contain dots; the shortest key that is followed by the name of a known value is used
            for (int dot = requestedName.indexOf('.'); dot > 0; dot = requestedName.indexOf('.', dot + 1)) {
                String key = requestedName.substring(0, dot);
                ValueRow<P> row = values.find(requestedName.substring(dot + 1));
                if (row != null) {
                    Function<T, @Nullable P> partOfKey = whole -> part.apply(whole, key);
                    return row.inPart(name + "." + key + ".", Set.of(needs), partOfKey)
                            .withKey(key);
                }
            }
            return null;
        }));
        return this;
    }

    /**
     * Adds a sum and its summands.
     *
     * @param keyParser returns {@code null} if the text is not a key
     * @param defaultCount value of a key that the map does not contain; {@code null} if it is unknown
     */
    <K> ValueTable<T> sum(
            String name,
            Better better,
            Function<T, @Nullable Map<K, Long>> counts,
            Function<String, @Nullable K> keyParser,
            @Nullable Long defaultCount) {
        ValueTable<Map<K, Long>> summands = new ValueTable<>();
        summands.families.add(new Family<>("", requestedName -> {
            K parsedKey = keyParser.apply(requestedName);
            return parsedKey == null
                    ? null
                    : new ValueRow<>(
                            String.valueOf(parsedKey),
                            Dimension.COUNT,
                            better,
                            map -> map.getOrDefault(parsedKey, defaultCount));
        }));
        ValueTable<Map<K, Long>> sum = new ValueTable<Map<K, Long>>()
                .add(
                        name,
                        Dimension.COUNT,
                        better,
                        map -> map.values().stream().mapToLong(Long::longValue).sum());
        return part("", counts, sum).part(name, counts, summands);
    }

    static @Nullable Number size(@Nullable Collection<?> values) {
        return values == null ? null : values.size();
    }
}
