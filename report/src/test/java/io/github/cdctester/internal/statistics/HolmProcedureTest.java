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

/**
 * Checks the error rates that docs/dev/statistics.md promises for matrices, with a thousand simulated matrices of each kind.
 * Fixed seeds make the outcome reproducible.
 */
final class HolmProcedureTest {

    private static final int MATRICES = 1_000;
    private static final int MAX_FALSE = MATRICES * 5 / 100;
    private static final int MIN_FOUND = MATRICES * 95 / 100;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void rarelyClaimsForEqualSettings(int repeats) {
        assertThat(countMatricesWithClaims(new SimulatedMatrices(17, repeats, (setting, threads) -> 0.03)))
                .isLessThanOrEqualTo(MAX_FALSE);
    }

    @Test
    void rarelyClaimsIfNoiseGrowsWithThreads() {
        assertThat(countMatricesWithClaims(
                        new SimulatedMatrices(18, 5, (setting, threads) -> 0.01 * Math.pow(2, threads))))
                .isLessThanOrEqualTo(MAX_FALSE);
    }

    /**
     * Bartlett's test does not detect these differences in noise with five repeats: false positives exceed the limit, but stay rare.
     */
    @Test
    void rarelyClaimsIfNoiseDiffersSlightly() {
        assertThat(countMatricesWithClaims(
                        new SimulatedMatrices(22, 5, (setting, threads) -> 0.02 + 0.01 * ((setting + threads) % 3))))
                .isLessThanOrEqualTo(2 * MAX_FALSE);
    }

    @Test
    void rarelyClaimsIfOneSettingIsNoisier() {
        assertThat(countMatricesWithClaims(
                        new SimulatedMatrices(19, 5, (setting, threads) -> setting == 3 ? 0.09 : 0.03)))
                .isLessThanOrEqualTo(2 * MAX_FALSE);
    }

    @Test
    void findsLossOfTenPercentInSingleCell() {
        SimulatedMatrices matrices = new SimulatedMatrices(20, 5, (setting, threads) -> 0.03);
        List<SimulatedMatrices.ClaimCounts> judgements = judged(matrices, new PlantedChange(4, 0.9));
        assertThat(judgements.stream().filter(SimulatedMatrices.ClaimCounts::isPlantedFound))
                .hasSizeGreaterThanOrEqualTo(MIN_FOUND);
        assertThat(judgements.stream().filter(judgement -> judgement.otherFindings() > 0))
                .hasSizeLessThanOrEqualTo(MAX_FALSE);
    }

    @Test
    void reportsConfidenceOfEachFinding() {
        Difference sure = new Difference(-0.2, 0.01, 20);
        Difference nearly = new Difference(0.03, 0.0125, 20);
        Difference none = new Difference(0.001, 0.01, 20);
        List<Finding> findings = HolmProcedure.judge(List.of(none, sure, nearly), 0.95);
        assertThat(findings).extracting(Finding::real).containsExactly(false, true, false);
        assertThat(findings.get(1).percent().confidence()).isEqualTo(1 - 0.05 / 3);
        assertThat(findings.get(2).percent().confidence()).isEqualTo(1 - 0.05 / 2);
        assertThat(findings.get(0).percent().confidence()).isEqualTo(1 - 0.05 / 2);
        assertThat(findings)
                .allSatisfy(finding -> assertThat(finding.percent().excludes(0)).isEqualTo(finding.real()));
        assertThat(HolmProcedure.judge(List.of(nearly), 0.95))
                .extracting(Finding::real)
                .containsExactly(true);
        assertThat(HolmProcedure.judge(List.of(), 0.95)).isEmpty();
    }

    private static long countMatricesWithClaims(SimulatedMatrices matrices) {
        return judged(matrices, PlantedChange.NOTHING).stream()
                .filter(counts -> counts.otherFindings() > 0)
                .count();
    }

    private static List<SimulatedMatrices.ClaimCounts> judged(SimulatedMatrices matrices, PlantedChange planted) {
        return IntStream.range(0, MATRICES)
                .mapToObj(any -> matrices.judge(planted))
                .toList();
    }
}
