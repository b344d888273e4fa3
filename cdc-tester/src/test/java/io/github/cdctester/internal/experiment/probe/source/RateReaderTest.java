// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RateReaderTest {

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void returnsChangePerSecond() throws Exception {
        Deque<Map<String, Double>> counters = new ArrayDeque<>(List.of(
                Map.of("q.a", 100.0, "q.count", 1.0),
                Map.of("q.a", 150.0, "q.b", 7.0, "q.count", 2.0),
                Map.of("q.a", 20.0, "q.b", 7.0, "q.count", 2.0),
                Map.of("q.a", 60.0, "q.count", 1.0)));
        RateReader rates = new RateReader(counters::removeFirst, "q.count", nanos::get);

        assertThat(rates.read()).as("the first reading has no rates").isEqualTo(Map.of("q.count", 1.0));
        nanos.addAndGet(2_000_000_000L);
        assertThat(rates.read()).isEqualTo(Map.of("q.a", 25.0, "q.count", 2.0));
        nanos.addAndGet(1_000_000_000L);
        assertThat(rates.read()).as("the counter was reset").isEqualTo(Map.of("q.b", 0.0, "q.count", 2.0));
        nanos.addAndGet(500_000_000L);
        assertThat(rates.read()).isEqualTo(Map.of("q.a", 80.0, "q.count", 1.0));
    }
}
