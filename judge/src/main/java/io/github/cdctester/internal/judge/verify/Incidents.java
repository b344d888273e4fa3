// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The faults of one kind. {@code names} contains at most {@value #MAX_NAMES} names; one per source, except for missing and torn
 * transactions.
 */
public record Incidents(long count, List<String> names) {

    public static final int MAX_NAMES = 10_000;
    public static final Incidents NONE = new Incidents(0, List.of());

    public Incidents {
        names = List.copyOf(names);
    }

    public static Incidents of(long count, @Nullable String first) {
        return count == 0 && first == null ? NONE : new Incidents(count, first == null ? List.of() : List.of(first));
    }

    @Nullable
    public String first() {
        return names.isEmpty() ? null : names.get(0);
    }

    /** Returns {@code null} if no kind has a name. */
    @Nullable
    public static String firstOf(Incidents... kinds) {
        return sum(List.of(kinds), kind -> kind).first();
    }

    /** {@code name} is used only if no fault has a name yet. */
    public Incidents plusFault(Supplier<String> name) {
        return new Incidents(count + 1, names.isEmpty() ? List.of(name.get()) : names);
    }

    public Incidents plus(Incidents other) {
        return new Incidents(
                count + other.count,
                Stream.concat(names.stream(), other.names.stream())
                        .limit(MAX_NAMES)
                        .toList());
    }

    static <T> Incidents sum(Collection<T> parts, Function<T, Incidents> value) {
        return parts.stream().map(value).reduce(NONE, Incidents::plus);
    }
}
