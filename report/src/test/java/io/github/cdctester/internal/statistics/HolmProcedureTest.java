// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.statistics.HolmProcedure.Finding;
import io.github.cdctester.internal.statistics.SimulatedMatrices.PlantedChange;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the error rates in docs/dev/statistics.md with a thousand simulated matrices. */
final class HolmProcedureTest {

    private static final int MATRIX_COUNT = 1_000;
    private static final int MAX_FALSE_POSITIVES = MATRIX_COUNT * 5 / 100;
    private static final int MIN_DETECTIONS = MATRIX_COUNT * 95 / 100;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void hasFewFalseFindingsForEqualSettings(int repeats) {
        assertThat(countMatricesWithFalseFindings(new SimulatedMatrices(17, repeats, (setting, threads) -> 0.03)))
                .isLessThanOrEqualTo(MAX_FALSE_POSITIVES);
    }

    @Test
    void hasFewFalseFindingsIfNoiseGrowsWithThreads() {
        assertThat(countMatricesWithFalseFindings(
                        new SimulatedMatrices(18, 5, (setting, threads) -> 0.01 * Math.pow(2, threads))))
                .isLessThanOrEqualTo(MAX_FALSE_POSITIVES);
    }

    /** Bartlett's test misses these differences in noise, so false positives exceed 5 %, but stay below 10 %. */
    @Test
    void hasFewFalseFindingsIfNoiseDiffersSlightly() {
        assertThat(countMatricesWithFalseFindings(
                        new SimulatedMatrices(22, 5, (setting, threads) -> 0.02 + 0.01 * ((setting + threads) % 3))))
                .isLessThanOrEqualTo(2 * MAX_FALSE_POSITIVES);
    }

    @Test
    void hasFewFalseFindingsIfOneSettingIsNoisier() {
        assertThat(countMatricesWithFalseFindings(
                        new SimulatedMatrices(19, 5, (setting, threads) -> setting == 3 ? 0.09 : 0.03)))
                .isLessThanOrEqualTo(2 * MAX_FALSE_POSITIVES);
    }

    @Test
    void findsLossOfTenPercentInSingleCell() {
        SimulatedMatrices matrices = new SimulatedMatrices(20, 5, (setting, threads) -> 0.03);
        List<SimulatedMatrices.FindingCounts> findingCounts = judgeAll(matrices, new PlantedChange(4, 0.9));
        assertThat(findingCounts.stream().filter(SimulatedMatrices.FindingCounts::isPlantedFound))
                .hasSizeGreaterThanOrEqualTo(MIN_DETECTIONS);
        assertThat(findingCounts.stream().filter(counts -> counts.falseFindings() > 0))
                .hasSizeLessThanOrEqualTo(MAX_FALSE_POSITIVES);
    }

    @Test
    void reportsConfidenceOfEachFinding() {
        Difference clearDifference = new Difference(-0.2, 0.01, 20);
        Difference borderlineDifference = new Difference(0.03, 0.0125, 20);
        Difference noDifference = new Difference(0.001, 0.01, 20);
        List<Finding> findings =
                HolmProcedure.judge(List.of(noDifference, clearDifference, borderlineDifference), 0.95);
        assertThat(findings).extracting(Finding::exceedsNoise).containsExactly(false, true, false);
        assertThat(findings.get(1).percent().confidence()).isEqualTo(1 - 0.05 / 3);
        assertThat(findings.get(2).percent().confidence()).isEqualTo(1 - 0.05 / 2);
        assertThat(findings.get(0).percent().confidence()).isEqualTo(1 - 0.05 / 2);
        assertThat(findings)
                .allSatisfy(finding -> assertThat(
                                finding.percent().low() > 0 || finding.percent().high() < 0)
                        .isEqualTo(finding.exceedsNoise()));
        assertThat(HolmProcedure.judge(List.of(borderlineDifference), 0.95))
                .extracting(Finding::exceedsNoise)
                .containsExactly(true);
        assertThat(HolmProcedure.judge(List.of(), 0.95)).isEmpty();
    }

    private static long countMatricesWithFalseFindings(SimulatedMatrices matrices) {
        return judgeAll(matrices, PlantedChange.NONE).stream()
                .filter(counts -> counts.falseFindings() > 0)
                .count();
    }

    private static List<SimulatedMatrices.FindingCounts> judgeAll(SimulatedMatrices matrices, PlantedChange planted) {
        return IntStream.range(0, MATRIX_COUNT)
                .mapToObj(index -> matrices.judge(planted))
                .toList();
    }
}
