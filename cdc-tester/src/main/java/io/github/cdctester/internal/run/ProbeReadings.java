// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.outcome.ProbeTotals.OwnFigure;
import io.github.cdctester.result.Note;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The latest readings of the probes beside a run. Asked once a second, by the thread that takes the samples; never waits. */
public interface ProbeReadings {

    ProbeReadings NONE = Map::of;

    /**
     * Begins to read, where the readings are the run's own; others have begun.
     *
     * @param comingTables the names of tables that the run makes, and of their schema
     * @return ends what this began
     */
    default AutoCloseable beside(RunSettings run, Set<String> comingTables) throws InterruptedException {
        return () -> {};
    }

    /** Those series that a server counts or measures as we do, by their flat names. */
    default Map<String, OwnFigure> ownFigures() {
        return Map.of();
    }

    /** What was missing, for the result. */
    default List<Note> notes() {
        return List.of();
    }

    /**
     * The latest value of each series, by its flat name, such as {@code pool}, {@code nodes.pcu.a} or {@code nodes.count}.
     *
     * @return the values; a series that has none at this moment is not in it
     */
    Map<String, Double> latest();

    /**
     * The tables that the run makes are there: what is read of them can be read from here on.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if it cannot
     */
    default void tablesMade() throws InterruptedException {}

    /**
     * The units of the probes, which stay the same.
     *
     * @return units by the probes' names, with {@code /s} behind them for changes per second; those without a unit are not in it
     */
    default Map<String, String> units() {
        return Map.of();
    }

    /**
     * How many connections to the server that is written to they have.
     *
     * @return connections; 0 for none
     */
    default int connections() {
        return 0;
    }
}
