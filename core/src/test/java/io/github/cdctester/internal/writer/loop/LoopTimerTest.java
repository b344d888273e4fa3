// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.Selector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The selector has no keys, so that only the timer can wake it. */
@Timeout(30)
class LoopTimerTest {

    private static final long HOUR = 3_600_000_000_000L;

    private Selector selector;
    private LoopTimer timer;

    @BeforeEach
    void start() throws IOException {
        selector = Selector.open();
        timer = new LoopTimer(selector, 0);
        timer.start();
    }

    @AfterEach
    void end() throws Exception {
        timer.end();
        timer.thread().join();
        selector.close();
    }

    @Test
    void wakesSelectorNotBeforeTime() throws IOException {
        for (int round = 0; round < 200; round++) {
            long due = System.nanoTime() + round * 5_000L;
            timer.wakeAt(due);
            selector.select();
            assertThat(System.nanoTime()).isGreaterThanOrEqualTo(due);
        }
    }

    @Test
    void earlierTimeReplacesLaterOne() throws IOException {
        timer.wakeAt(System.nanoTime() + HOUR);
        while (timer.thread().getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        timer.wakeAt(System.nanoTime() + 1_000_000);
        selector.select();
        assertThat(timer.thread().isAlive()).isTrue();
    }

    @Test
    void laterTimeReplacesEarlierOne() throws IOException {
        long late = System.nanoTime() + 50_000_000;
        timer.wakeAt(System.nanoTime() + 20_000_000);
        timer.wakeAt(late);
        selector.select();
        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(late);
    }

    @Test
    void pastTimeWakesAtOnce() throws IOException {
        timer.wakeAt(System.nanoTime() - HOUR);
        assertThat(selector.select()).isZero();
    }
}
