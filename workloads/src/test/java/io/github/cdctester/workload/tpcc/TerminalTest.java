// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TerminalTest {

    @Test
    void staysAtItsWarehouseWithThinkTimes() {
        Tpcc spec = Tpcc.warehouses(3).thinkTimes(true);
        assertThat(homeWarehouses(terminal(spec, 0))).containsOnly(1);
        assertThat(homeWarehouses(terminal(spec, 2))).containsOnly(3);
        assertThat(homeWarehouses(terminal(spec, 3))).containsOnly(1);
    }

    @Test
    void usesAnyWarehouseWithoutThinkTimes() {
        assertThat(homeWarehouses(terminal(Tpcc.warehouses(3), 0)))
                .contains(1, 2, 3)
                .doesNotContain(0, 4);
    }

    @Test
    void choosesAnyOtherWarehouse() {
        Terminal terminal = terminal(Tpcc.warehouses(4), 0);
        assertThat(IntStream.range(0, 1_000)
                        .map(i -> terminal.otherWarehouse(2))
                        .toArray())
                .contains(1, 3, 4)
                .doesNotContain(2, 0, 5);
        assertThat(terminal(Tpcc.warehouses(1), 0).otherWarehouse(1)).isEqualTo(1);
    }

    private static int[] homeWarehouses(Terminal terminal) {
        return IntStream.range(0, 1_000).map(i -> terminal.homeWarehouse()).toArray();
    }

    private static Terminal terminal(Tpcc spec, int worker) {
        SplittableRandom random = new SplittableRandom(1);
        return new Terminal(spec, worker, random, NonUniform.Constants.forRun(random));
    }
}
