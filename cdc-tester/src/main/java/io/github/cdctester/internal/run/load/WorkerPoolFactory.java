// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.workload.Fillers;
import io.github.cdctester.result.Note;
import java.util.List;
import java.util.Optional;

/** Provides workers: in this process, or in others. */
@FunctionalInterface
public interface WorkerPoolFactory {

    /**
     * Connects first ones, so that a wrong password shows and it is known what a driver can do; the others follow when the crew is
     * {@linkplain WorkerPool#start() started}.
     */
    WorkerPool of(WorkerPoolSpec order) throws InterruptedException;

    /** Refuses, before anything is made, a load that has too few threads to be divided. */
    default void check(NamedLoad load) {}

    /** Who fills a load's tables, where that can be divided. */
    default Optional<Fillers> fillers(Plan plan, NamedLoad load) {
        return Optional.empty();
    }

    /**
     * How long before its time a start has to be known.
     *
     * @return ns; 0 where all workers are here
     */
    default long leadNanos() {
        return 0;
    }

    /** Whether what all workers have done is counted here. */
    default boolean isWhole() {
        return true;
    }

    /** What readers of the numbers must know. */
    default List<Note> notes() {
        return List.of();
    }
}
