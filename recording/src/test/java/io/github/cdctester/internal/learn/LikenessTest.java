// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LikenessTest {

    private static LearnedFacts facts(
            double rate, double dispersion, double deleted, Map<String, LearnedFacts.Keys> keys) {
        String arrivals = dispersion < 0.5 ? "constant" : "poisson";
        return new LearnedFacts(
                2_000,
                2_000,
                1,
                "",
                rate,
                arrivals,
                dispersion,
                Optional.of(new LearnedFacts.Connections(8, rate / 10, rate)),
                11,
                1_746,
                1,
                2,
                deleted,
                1_746,
                keys);
    }

    @Test
    void reportsDistanceOfTwoLogs() {
        Map<String, LearnedFacts.Keys> learnedKeys = Map.of("t", new LearnedFacts.Keys(5_000, 100, 0.8, 0));
        Map<String, LearnedFacts.Keys> seenKeys = Map.of("t", new LearnedFacts.Keys(4_000, 100, 0.7, 0));
        Likeness likeness = Likeness.of(facts(100, 2, 1, learnedKeys), facts(80, 3, 1, seenKeys));

        assertThat(likeness.text().lines())
                .anyMatch(line -> line.matches("transactions a second +100.0 +80.0 +-20.0 %"))
                .anyMatch(line -> line.matches("dispersion of the seconds +2.000 +3.000 +\\+50.0 %"))
                .anyMatch(line -> line.matches("rows deleted per transaction +1.000 +1.000 +\\+0.0 %"))
                .anyMatch(line -> line.matches("arrivals +poisson +poisson +-"))
                .anyMatch(line -> line.matches("connections at once +8.000 +8.000 +\\+0.0 %"))
                .anyMatch(line -> line.matches("ms to the next commit, median +10.0 +8.000 +-20.0 %"))
                .anyMatch(line -> line.matches("exponent of t +0.800 +0.700 +-0.100"));
    }

    @Test
    void hasNoDistanceIfOnlyLearnedValueIsZero() {
        Likeness likeness = Likeness.of(facts(80, 0, 0, Map.of()), facts(80, 1.2, 0, Map.of()));

        assertThat(likeness.text().lines())
                .anyMatch(line -> line.matches("dispersion of the seconds +0.000 +1.200 +-"))
                .anyMatch(line -> line.matches("arrivals +constant +poisson +-"))
                .anyMatch(line -> line.matches("rows deleted per transaction +0.000 +0.000 +\\+0.0 %"));
    }

    /** With few seconds, the dispersion is unknown (0) and the arrivals are assumed to be independent. */
    @Test
    void hasNoDistanceIfDispersionIsUnknown() {
        assertThat(Likeness.of(facts(80, 1.2, 0, Map.of()), withUnknownDispersion(facts(80, 1.2, 0, Map.of())))
                        .text()
                        .lines())
                .anyMatch(line -> line.matches("dispersion of the seconds +1.200 +- +-"));
    }

    private static LearnedFacts withUnknownDispersion(LearnedFacts facts) {
        return new LearnedFacts(
                facts.transactions(),
                facts.read(),
                facts.covered(),
                "",
                facts.rate(),
                facts.arrivals(),
                0,
                facts.connections(),
                facts.events(),
                facts.bytes(),
                facts.inserted(),
                facts.updated(),
                facts.deleted(),
                facts.largest(),
                facts.keys());
    }

    @Test
    void readsFactsOfLogWithoutKeys(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("inserts.yaml"),
                "learned: {transactions: 5, read: 5, covered: 1, rate: 9.5, dispersion: 0, events: 5, bytes: 479, inserted: 1,"
                        + " updated: 0, deleted: 0, largest: 479}\n");

        assertThat(LearnedFacts.read(file).keys()).isEmpty();
        assertThat(LearnedFacts.read(file).connections()).isEmpty();
        assertThat(LearnedFacts.read(file).rate()).isEqualTo(9.5);
    }

    @Test
    void rarelyUsedTableHasNoExponent() {
        Map<String, LearnedFacts.Keys> learnedKeys = Map.of("t", new LearnedFacts.Keys(5_000, 100, 0.8, 0));
        Map<String, LearnedFacts.Keys> seenKeys = Map.of("t", new LearnedFacts.Keys(999, 100, 0.7, 0));

        assertThat(Likeness.of(facts(80, 1, 1, learnedKeys), facts(80, 1, 1, seenKeys))
                        .text()
                        .lines())
                .anyMatch(line -> line.matches("exponent of t +0.800 +- +-"));
    }
}
