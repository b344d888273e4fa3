// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.result.Comparison.Better;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value of a part of a result.
 *
 * @param name as in result.json, below the part
 * @param needs the parts of a run without which the value does not exist
 * @param key what the name is about: a load, a consumer, a table; empty if nothing
 * @param percent which percentile it is; 0 if it is none
 * @param count the number of values that a percentile is computed from; {@code null} for other values
 * @param reader returns the value, or {@code null} if it was not measured
 */
record ValueRow<T>(
        String name,
        Dimension dimension,
        Better better,
        Set<Need> needs,
        String key,
        double percent,
        @Nullable ValueRow<T> count,
        Function<T, @Nullable Number> reader) {

    enum Need {
        STREAM,
        CDC,
        WRITES,
        LOAD,
        CONSUMER
    }

    ValueRow(String name, Dimension dimension, Better better, Function<T, @Nullable Number> reader) {
        this(name, dimension, better, EnumSet.noneOf(Need.class), "", 0, null, reader);
    }

    @Nullable
    Double of(T part) {
        Number value = reader.apply(part);
        return value == null || Double.isNaN(value.doubleValue()) ? null : value.doubleValue();
    }

    /** The same value of a larger part, which contains this one's. */
    <S> ValueRow<S> below(String prefix, Set<Need> more, Function<S, @Nullable T> part) {
        EnumSet<Need> all = EnumSet.noneOf(Need.class);
        all.addAll(needs);
        all.addAll(more);
        return new ValueRow<>(
                prefix + name,
                dimension,
                better,
                all,
                key,
                percent,
                count == null ? null : count.below(prefix, more, part),
                whole -> {
                    T found = part.apply(whole);
                    return found == null ? null : reader.apply(found);
                });
    }

    ValueRow<T> about(String otherKey) {
        return new ValueRow<>(name, dimension, better, needs, otherKey, percent, count, reader);
    }
}
