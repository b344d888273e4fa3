// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.result.Comparison.Better;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a value in a part of a result.
 *
 * @param name name in result.json, relative to the part
 * @param needs the parts of a run without which the value does not exist
 * @param key the load, consumer or table in the name; empty if the name contains none of them
 * @param percent the percentile, such as 99; 0 for other values
 * @param count the number of measurements of a percentile; {@code null} for other values
 * @param reader returns {@code null} if the value was not measured
 * @param source returns the delay source, or {@code null} if the value is not a delay
 */
record ValueRow<T>(
        String name,
        Dimension dimension,
        Better better,
        Set<Need> needs,
        String key,
        double percent,
        @Nullable ValueRow<T> count,
        Function<T, @Nullable Number> reader,
        Function<T, @Nullable String> source) {

    enum Need {
        STREAM,
        CDC,
        WRITES,
        LOAD,
        CONSUMER
    }

    ValueRow(String name, Dimension dimension, Better better, Function<T, @Nullable Number> reader) {
        this(name, dimension, better, EnumSet.noneOf(Need.class), "", 0, null, reader, part -> null);
    }

    @Nullable
    Double of(T part) {
        Number value = reader.apply(part);
        return value == null || Double.isNaN(value.doubleValue()) ? null : value.doubleValue();
    }

    /** Returns the same value for a larger part that contains this part. */
    <S> ValueRow<S> inPart(String prefix, Set<Need> moreNeeds, Function<S, @Nullable T> part) {
        EnumSet<Need> allNeeds = EnumSet.noneOf(Need.class);
        allNeeds.addAll(needs);
        allNeeds.addAll(moreNeeds);
        return new ValueRow<>(
                prefix + name,
                dimension,
                better,
                allNeeds,
                key,
                percent,
                count == null ? null : count.inPart(prefix, moreNeeds, part),
                whole -> {
                    T containedPart = part.apply(whole);
                    return containedPart == null ? null : reader.apply(containedPart);
                },
                whole -> {
                    T containedPart = part.apply(whole);
                    return containedPart == null ? null : source.apply(containedPart);
                });
    }

    ValueRow<T> withKey(String otherKey) {
        return new ValueRow<>(name, dimension, better, needs, otherKey, percent, count, reader, source);
    }

    ValueRow<T> withSource(Function<T, @Nullable String> delaySource) {
        return new ValueRow<>(name, dimension, better, needs, key, percent, count, reader, delaySource);
    }
}
