// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.result.RunResult;
import org.jspecify.annotations.Nullable;

/** A number of the result that somebody has named, as in a limit. */
public final class NamedNumber {

    private final ResultValue value;

    private NamedNumber(ResultValue value) {
        this.value = value;
    }

    /**
     * Finds a number.
     *
     * @param name its name in any case, whole or short, such as {@code delay.p99}
     * @throws IllegalArgumentException if the result has none of that name; the message has those near it
     */
    public static NamedNumber of(String name) {
        return new NamedNumber(ResultValues.named(name).orElseThrow(() -> Limit.unknown(name)));
    }

    /**
     * Names it.
     *
     * @return its whole name, such as {@code cdc.delay.p99Millis}
     */
    public String name() {
        return value.name();
    }

    /**
     * Looks it up.
     *
     * @return the number in the unit that its name says, or {@code null} where it was not measured
     */
    public @Nullable Double in(RunResult result) {
        return value.of(new ResultValue.Root(result.plan(), result.summary(), result.verdict(), result.consumers()));
    }
}
