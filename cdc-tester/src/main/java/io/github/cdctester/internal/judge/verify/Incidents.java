// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.Collection;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How often something was wrong in the same way, and the first time that it was.
 *
 * @param first {@code null} where it never was, or nothing names it
 */
public record Incidents(long count, @Nullable String first) {

    public static final Incidents NONE = new Incidents(0, null);

    public static Incidents of(long count, @Nullable String first) {
        return count == 0 && first == null ? NONE : new Incidents(count, first);
    }

    /** Adds one, which is named if it is the first. */
    public Incidents and(Supplier<String> name) {
        return new Incidents(count + 1, first == null ? name.get() : first);
    }

    public Incidents plus(Incidents other) {
        return of(count + other.count, first == null ? other.first : first);
    }

    static <T> Incidents sum(Collection<T> parts, Function<T, Incidents> value) {
        return parts.stream().map(value).reduce(NONE, Incidents::plus);
    }
}
