// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FirstReadTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final FirstRead firstRead = new FirstRead();
    private int reports;

    @Test
    void reportsReadBeforeStartOnce() throws InterruptedException {
        firstRead.onReadBeforeStart();
        StartWatch watch = new StartWatch() {
            private int checks;

            @Override
            public void onReadBeforeStart() {
                reports++;
            }

            @Override
            public boolean isStopped() {
                if (++checks == 3) {
                    firstRead.complete();
                } else {
                    firstRead.onReadBeforeStart();
                }
                return false;
            }
        };
        assertThat(firstRead.await(TIMEOUT, watch)).isTrue();
        assertThat(reports).isEqualTo(1);
    }

    @Test
    void endsWhenWatchStopsStart() throws InterruptedException {
        StartWatch stopped = new StartWatch() {
            @Override
            public boolean isStopped() {
                return true;
            }
        };
        assertThat(firstRead.await(TIMEOUT, stopped)).isFalse();
    }

    @Test
    void endsAfterSilence() throws InterruptedException {
        assertThat(firstRead.await(Duration.ofMillis(200), StartWatch.NONE)).isFalse();
        assertThat(firstRead.isComplete()).isFalse();
        firstRead.complete();
        assertThat(firstRead.await(Duration.ofMillis(200), StartWatch.NONE)).isTrue();
    }
}
