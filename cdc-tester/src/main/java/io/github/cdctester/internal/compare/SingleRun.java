// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.ResultPlaces;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.RunResult;
import java.nio.file.Path;
import java.util.List;

/** The seconds of a side that is one run, which a comparison does not have. */
public final class SingleRun {

    private SingleRun() {}

    /**
     * Reads the run again.
     *
     * @param path what was compared, as {@link ComparedSide#read(String, Path)} takes it
     * @return the run; nothing where there are several, or where something else was compared
     * @throws RunFailedException if it cannot be read
     */
    public static List<RunResult> of(Comparison comparison, String property, Path path) {
        List<Path> files = ResultPlaces.all(property, path);
        if (comparison.axis() != null || files.size() > 1) {
            return List.of();
        }
        StoredResult stored = StoredResult.read(files.get(0));
        return stored.isFindMax() || stored.isPlan() || stored.isMatrix() || stored.isSweep()
                ? List.of()
                : List.of(stored.run());
    }
}
