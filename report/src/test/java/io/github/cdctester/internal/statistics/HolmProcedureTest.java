// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.statistics.HolmProcedure.Finding;
import io.github.cdctester.internal.statistics.Matrices.Planted;
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
    private static final int AT_MOST = MATRICES * 5 / 100;
    private static final int AT_LEAST = MATRICES * 95 / 100;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void claimsNothingForEqualSettings(int repeats) {
        assertThat(countMatricesWithClaims(new Matrices(17, repeats, (setting, threads) -> 0.03)))
                .isLessThanOrEqualTo(AT_MOST);
    }

    @Test
    void claimsNothingIfNoiseGrowsWithThreads() {
        assertThat(countMatricesWithClaims(new Matrices(18, 5, (setting, threads) -> 0.01 * Math.pow(2, threads))))
                .isLessThanOrEqualTo(AT_MOST);
    }

    /**
     * Bartlett's test does not detect these differences in noise with five repeats: false positives exceed the limit, but stay rare.
     */
    @Test
    void rarelyClaimsIfNoiseDiffersSlightly() {
        assertThat(countMatricesWithClaims(
                        new Matrices(22, 5, (setting, threads) -> 0.02 + 0.01 * ((setting + threads) % 3))))
                .isLessThanOrEqualTo(2 * AT_MOST);
    }

    @Test
    void rarelyClaimsIfOneSettingIsNoisier() {
        assertThat(countMatricesWithClaims(new Matrices(19, 5, (setting, threads) -> setting == 3 ? 0.09 : 0.03)))
                .isLessThanOrEqualTo(2 * AT_MOST);
    }

    @Test
    void findsLossOfTenPercentInSingleCell() {
        Matrices matrices = new Matrices(20, 5, (setting, threads) -> 0.03);
        List<Matrices.ClaimCounts> judgements = judged(matrices, new Planted(4, 0.9));
        assertThat(judgements.stream().filter(Matrices.ClaimCounts::planted)).hasSizeGreaterThanOrEqualTo(AT_LEAST);
        assertThat(judgements.stream().filter(one -> one.others() > 0)).hasSizeLessThanOrEqualTo(AT_MOST);
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
                .allSatisfy(one -> assertThat(one.percent().excludes(0)).isEqualTo(one.real()));
        assertThat(HolmProcedure.judge(List.of(nearly), 0.95))
                .extracting(Finding::real)
                .containsExactly(true);
        assertThat(HolmProcedure.judge(List.of(), 0.95)).isEmpty();
    }

    private static long countMatricesWithClaims(Matrices matrices) {
        return judged(matrices, Planted.NOTHING).stream()
                .filter(counts -> counts.others() > 0)
                .count();
    }

    private static List<Matrices.ClaimCounts> judged(Matrices matrices, Planted planted) {
        return IntStream.range(0, MATRICES)
                .mapToObj(any -> matrices.judge(planted))
                .toList();
    }
}
