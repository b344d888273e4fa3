// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Another thread requests and ends the pause. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class PlannedPauseTest {

    private final PlannedPause pause = new PlannedPause();

    @Test
    void isNotPendingBeforeRequest() {
        assertThat(pause.isDue()).isFalse();
        pause.end();
        assertThat(pause.isDue()).isFalse();
        pause.begin();
        assertThat(pause.isDue()).isTrue();
    }

    @Test
    void blocksReaderUntilEnd() throws InterruptedException {
        pause.begin();
        CountDownLatch pausePassed = new CountDownLatch(1);
        Thread reader = new Thread(() -> {
            try {
                pause.awaitEnd();
                pausePassed.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        reader.start();
        while (reader.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(pausePassed.getCount()).isOne();
        assertThat(pause.isDue()).isFalse();
        pause.end();
        pausePassed.await();
        reader.join();
    }

    /** The pause closed the reader's connection, which must not look like a break. */
    @Test
    void staysPendingUntilReaderArrives() throws InterruptedException {
        pause.begin();
        pause.end();
        assertThat(pause.isDue()).isTrue();
        pause.awaitEnd();
        assertThat(pause.isDue()).isFalse();
    }
}
