// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FakeClockTest {

    private final FakeClock clock = new FakeClock();
    private final StopSignal stop = new StopSignal();
    private final List<String> events = new ArrayList<>();

    private void schedule(long millis, String event) {
        clock.runAfter(Duration.ofMillis(millis), () -> events.add(event + " " + clock.millis()));
    }

    @Test
    void runsAllEventsOfOneTimeInOrder() throws InterruptedException {
        schedule(20, "last");
        schedule(10, "first");
        schedule(10, "second");
        clock.await(stop, Duration.ofMillis(15).toNanos());
        assertThat(events).containsExactly("first 10", "second 10");
        assertThat(clock.millis()).isEqualTo(15);
        clock.await(stop, Duration.ofMillis(15).toNanos());
        assertThat(events).containsExactly("first 10", "second 10", "last 20");
    }

    @Test
    void keepsRemainingEventsOfOneTimeAfterStop() throws InterruptedException {
        clock.runAfter(Duration.ofMillis(10), stop::raise);
        schedule(10, "later");
        clock.await(stop, Duration.ofMillis(15).toNanos());
        assertThat(events).isEmpty();
        clock.await(new StopSignal(), 0);
        assertThat(events).containsExactly("later 10");
    }

    @Test
    void eventSchedulesEventOfSameTime() throws InterruptedException {
        clock.runAfter(Duration.ofMillis(10), () -> schedule(10, "again"));
        clock.await(stop, Duration.ofMillis(10).toNanos());
        assertThat(events).containsExactly("again 10");
    }
}
