// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.statistics.Difference;
import io.github.cdctester.internal.statistics.NoiseModel;
import io.github.cdctester.internal.statistics.Repeats;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class WithinRunTest {

    @Test
    void batchesAreTenOfTheSameLengthWithoutTheFirstSecondsThatAreTooMany() {
        List<List<Integer>> batches =
                WithinRun.batches(IntStream.range(0, 47).boxed().toList());
        assertThat(batches).hasSize(10).allSatisfy(batch -> assertThat(batch).hasSize(4));
        assertThat(batches.get(0)).startsWith(7);
        assertThat(batches.get(9)).endsWith(46);
    }

    @Test
    void batchesAreNoneOfTooFewSeconds() {
        assertThat(WithinRun.batches(IntStream.range(0, 29).boxed().toList())).isEmpty();
        assertThat(WithinRun.batches(IntStream.range(0, 30).boxed().toList())).hasSize(10);
    }

    /** Each second takes over four fifths of how far the one before was off. By seconds, every second interval would be wrong. */
    @Test
    void batchesTellTheNoiseOfSecondsThatGoOn() {
        Random random = new Random(21);
        int runs = 400;
        int bySeconds = 0;
        int byBatches = 0;
        for (int run = 0; run < runs; run++) {
            List<Double> seconds = new ArrayList<>();
            double off = 0;
            for (int second = -50; second < 300; second++) {
                off = 0.8 * off + 0.02 * random.nextGaussian();
                if (second >= 0) {
                    seconds.add(Math.exp(off));
                }
            }
            List<Double> batches = WithinRun.batches(seconds).stream()
                    .map(batch -> Repeats.of(batch).typical())
                    .toList();
            bySeconds += holds(Repeats.of(seconds)) ? 1 : 0;
            byBatches += holds(Repeats.of(batches)) ? 1 : 0;
        }
        assertThat(bySeconds).isLessThan(runs * 60 / 100);
        assertThat(byBatches).isGreaterThan(runs * 90 / 100);
    }

    /** Whether an interval around the mean has the true one, 1, in it: against a second run like it, which is known exactly. */
    private static boolean holds(Repeats parts) {
        Repeats exact = new Repeats(0, 0, 1_000_000);
        return !Difference.between(exact, parts, NoiseModel.ofEach())
                .percent(0.95)
                .excludes(0);
    }
}
