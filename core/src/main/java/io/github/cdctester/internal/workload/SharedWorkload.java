// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.internal.workload.random.SessionRandoms;
import io.github.cdctester.workload.Workload;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A workload whose workers have numbers in common, which have to be divided where these are in several processes. */
public interface SharedWorkload extends Workload {

    /**
     * The numbers that they have in common.
     *
     * @return the numbers; with what was found in the tables, once they were {@linkplain #check checked}
     */
    SharedNumbers numbers();

    /** Where its sessions have their random numbers from. */
    SessionRandoms randoms();

    /** Whether another process can go on with workers of one that is lost; not where only that one knows which rows are left. */
    default boolean canBeTakenOver() {
        return true;
    }

    /** How many warehouses there are, where each of many processes is to have one of its own and there are too few. */
    default OptionalInt scarceFor(int processes) {
        return OptionalInt.empty();
    }

    /**
     * A table whose size is not what the options say, once they were {@linkplain #check checked}; empty where none is known.
     */
    default Optional<OtherSize> otherSize() {
        return Optional.empty();
    }

    /**
     * A table of another size.
     *
     * @param madeWith rows that the table was made with; {@code null} where that is not known
     * @param highestId the highest id in the table, where the other is not known
     */
    record OtherSize(
            String table,
            long asked,
            @Nullable Long madeWith,
            @Nullable Long highestId) {}
}
