// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.stop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StopSignalTest {

    private final StopSignal signal = new StopSignal();

    @Test
    void isNotRaisedAtFirst() throws InterruptedException {
        assertThat(signal.isRaised()).isFalse();
        assertThat(signal.await(0)).isFalse();
        assertThat(signal.await(1_000_000)).isFalse();
    }

    @Test
    void wakesWaitingThreads() throws InterruptedException {
        Thread raiser = new Thread(signal::raise);
        raiser.start();
        assertThat(signal.await(30_000_000_000L)).isTrue();
        raiser.join();
        assertThat(signal.isRaised()).isTrue();
    }

    @Test
    void staysRaised() throws InterruptedException {
        signal.raise();
        signal.raise();
        assertThat(signal.isRaised()).isTrue();
        assertThat(signal.await(-1)).isTrue();
    }
}
