// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ManyConnectionsIT opens real connections. */
class ConnectionPoolsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 15, 16, 17, 100, 127, 128, 129, 1_000, 1_024, 10_007})
    void distributesConnectionsEvenly(int connections) {
        int[] sizes = ConnectionPools.sizes(connections);
        assertThat(Arrays.stream(sizes).sum()).isEqualTo(connections);
        assertThat(sizes.length).isBetween(1, 16);
        assertThat(sizes[0] - sizes[sizes.length - 1]).isBetween(0, 1);
    }

    /** Threads are assigned to pools round-robin, so the larger pools must be first. */
    @ParameterizedTest
    @ValueSource(ints = {17, 129, 1_000})
    void roundRobinAssignmentFillsPoolsExactly(int connections) {
        int[] sizes = ConnectionPools.sizes(connections);
        for (int threadIndex = 0; threadIndex < connections; threadIndex++) {
            sizes[threadIndex % sizes.length]--;
        }
        assertThat(sizes).containsOnly(0);
    }

    @Test
    void limitsNumberOfPools() {
        assertThat(ConnectionPools.sizes(1_024)).hasSize(16).containsOnly(64);
        assertThat(ConnectionPools.sizes(4)).containsExactly(4);
    }
}
