// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The expected verdicts are from a slow, independent implementation. */
final class JudgeSimulationTest {

    private static final int CASE_COUNT = 2_000;
    private static final int NIGHTLY_CASE_COUNT = 100_000;

    @Test
    void agreesWithReference() {
        check(CASE_COUNT);
    }

    @Test
    @Tag("nightly")
    @Timeout(600)
    void agreesWithReferenceInManyCases() {
        check(NIGHTLY_CASE_COUNT);
    }

    private static void check(long caseCount) {
        Optional<String> first = LongStream.range(0, caseCount)
                .parallel()
                .mapToObj(JudgeSimulationTest::failure)
                .filter(Objects::nonNull)
                .findFirst();
        assertThat(first).as("the first failing case, shrunk").isEmpty();
    }

    private static @Nullable String failure(long seed) {
        Scenario scenario = ScenarioGenerator.scenario(seed);
        if (disagreement(scenario) == null) {
            return null;
        }
        Scenario smallest = ScenarioShrinker.shrink(scenario, candidate -> disagreement(candidate) != null);
        return "seed " + seed + ": " + disagreement(smallest) + "\n  " + smallest.text();
    }

    private static @Nullable String disagreement(Scenario scenario) {
        return ReferenceVerdict.disagreement(scenario, ScenarioPlayer.play(scenario));
    }
}
