// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.matrix.CellOrder.Cell;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Simulates matrices of six settings, four thread counts, three workloads and five repeats, and checks the reported differences. */
final class MatrixSimulationTest {

    private static final int MATRIX_COUNT = 400;
    private static final double NOISE_STANDARD_DEVIATION = 0.03;

    private static final MatrixPlan PLAN = new MatrixPlan(
            "s0",
            IntStream.range(0, 6)
                    .mapToObj(number -> MatrixSetting.of("s" + number))
                    .toList(),
            SweepAxis.threads(1, 4, 16, 64),
            List.of(
                    new MatrixWorkload("oltp_read_only", Sysbench.oltpReadOnly()),
                    new MatrixWorkload("oltp_read_write", Sysbench.oltpReadWrite()),
                    new MatrixWorkload("oltp_write_only", Sysbench.oltpWriteOnly())),
            List.of(),
            5,
            1,
            Duration.ofSeconds(1),
            CellWarmUp.fixed(Duration.ZERO),
            Duration.ZERO,
            Duration.ZERO,
            OnError.CONTINUE,
            null);

    @Test
    void findsTenPercentLossAndNoFalseDifference() {
        Random random = new Random(17);
        List<Cell> cells = CellOrder.of(PLAN, FakeRuns.base(Sysbench.oltpReadOnly()));
        int matricesWithDifference = 0;
        int matricesWithoutDifference = 0;
        for (int matrix = 0; matrix < MATRIX_COUNT; matrix++) {
            List<MatrixRow> differences = differences(new MatrixRows(PLAN, simulate(cells, 1, random)).rows());
            matricesWithoutDifference += differences.isEmpty() ? 1 : 0;
            List<MatrixRow> foundDifferences = differences(new MatrixRows(PLAN, simulate(cells, 0.9, random)).rows());
            matricesWithDifference += foundDifferences.stream().anyMatch(MatrixSimulationTest::isPlanted) ? 1 : 0;
        }
        assertThat(matricesWithoutDifference).isGreaterThanOrEqualTo(MATRIX_COUNT * 95 / 100);
        assertThat(matricesWithDifference).isGreaterThanOrEqualTo(MATRIX_COUNT * 95 / 100);
    }

    private static List<MatrixRow> differences(List<MatrixRow> rows) {
        return rows.stream()
                .filter(row -> row.reduced() != null
                        && Boolean.FALSE.equals(row.reduced().insideNoise()))
                .toList();
    }

    private static boolean isPlanted(MatrixRow row) {
        return row.setting().equals("s3")
                && row.workload().equals("oltp_read_write")
                && row.label().equals("16");
    }

    private static List<CellResult> simulate(List<Cell> cells, double factor, Random random) {
        List<CellResult> results = new ArrayList<>();
        for (Cell cell : cells) {
            boolean isPlanted = cell.setting().name().equals("s3")
                    && cell.workload().name().equals("oltp_read_write")
                    && cell.trial().point().label().equals("16");
            double rate = 1_000 * Math.sqrt(cell.trial().point().value()) * (isPlanted ? factor : 1);
            results.add(result(cell, rate * Math.exp(NOISE_STANDARD_DEVIATION * random.nextGaussian())));
        }
        return results;
    }

    private static CellResult result(Cell cell, double queriesPerSecond) {
        return new CellResult(
                cell.trial()
                        .toTrial(Status.DONE, null, null, null)
                        .with(List.of(), List.of(), Map.of("write.queriesPerSecond", queriesPerSecond)),
                cell.setting().name(),
                cell.workload().name(),
                null,
                1,
                null,
                1,
                0,
                null,
                null,
                null,
                true,
                Map.of(),
                List.of(),
                Map.of());
    }
}
