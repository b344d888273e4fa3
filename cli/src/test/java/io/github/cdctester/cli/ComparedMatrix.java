// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A matrix with one setting, and with 1 and 4 threads. Cells with one thread have about the rate {@code queriesPerSecond}, the others
 * 4,000/s.
 */
final class ComparedMatrix {

    private ComparedMatrix() {}

    static MatrixResult of(double queriesPerSecond) {
        List<CellResult> cells = new ArrayList<>();
        for (int threads : List.of(1, 4)) {
            for (int repeat = 1; repeat <= 5; repeat++) {
                double queries = threads == 4 ? 4_000 : queriesPerSecond;
                cells.add(new CellResult(
                        trial(cells.size(), threads, repeat, queries * (1 + 0.002 * repeat)),
                        "base",
                        "read",
                        null,
                        1,
                        Instant.EPOCH,
                        25,
                        5,
                        null,
                        "LOSSLESS",
                        Verdict.Status.LOSSLESS,
                        true,
                        Map.of(),
                        List.of(),
                        Map.of()));
            }
        }
        return new MatrixResult(
                RunResult.SCHEMA_VERSION,
                MatrixResult.KIND,
                Instant.EPOCH,
                null,
                "db:3306",
                "base",
                List.of(new MatrixResult.SettingSummary("base", List.of())),
                "threads",
                List.of("1", "4"),
                List.of("read"),
                List.of(),
                5,
                1,
                20,
                "5 s",
                "4",
                false,
                null,
                List.of(),
                List.of(),
                cells,
                List.of());
    }

    private static Trial trial(int index, int threads, int repeat, double queriesPerSecond) {
        return new Trial(
                index + 1,
                repeat,
                threads,
                String.valueOf(threads),
                Trial.Status.DONE,
                null,
                "cell-" + index,
                true,
                null,
                List.of(),
                List.of(),
                Map.of("write.queriesPerSecond", queriesPerSecond, "probes.cpu", 50.0),
                null);
    }
}
