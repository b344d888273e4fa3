// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A number of the result that has a name.
 *
 * @param name as result.json has it, below {@code summary} or from {@code verdict} on
 * @param dimension what it is a number of
 * @param reader finds it; {@code null} where the result does not have it
 */
record ResultValue(String name, Dimension dimension, Function<Root, @Nullable Number> reader) {

    /** The two parts of a result whose values can be named. */
    record Root(Summary summary, Verdict verdict) {}

    /** The value, or {@code null} where it was not measured. */
    @Nullable
    Double of(Summary summary, Verdict verdict) {
        Number value = reader.apply(new Root(summary, verdict));
        return value == null || Double.isNaN(value.doubleValue()) ? null : value.doubleValue();
    }

    /** Whether only a run that writes can have it. */
    boolean isOfTheWriteSide() {
        return name.startsWith("write.") || name.equals("verdict.committed") || name.equals("verdict.unknownOutcome");
    }
}
