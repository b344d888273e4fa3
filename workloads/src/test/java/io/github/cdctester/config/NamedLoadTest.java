// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamedLoadTest {

    private static final LoadSpec TWO_THREADS = LoadSpec.closedLoop(2);
    private static final NamedLoad INSERT = NamedLoad.of(Sysbench.oltpInsert(), TWO_THREADS);

    @Test
    void isNamedAfterItsWorkload() {
        assertThat(INSERT.name()).isEqualTo("oltp_insert");
        assertThat(plan(INSERT).loads()).containsExactly(INSERT);
        assertThat(plan().writes()).isFalse();
    }

    @Test
    void acceptsTwoNamesOfSameWorkload() {
        NamedLoad burst = INSERT.named("burst").between(ofSeconds(2), ofSeconds(3));
        Plan plan = plan(INSERT, burst);
        assertThat(plan.tableOwners()).as("their tables are made once").containsExactly(INSERT);
        assertThat(plan.fillThreads(INSERT)).isEqualTo(4);
        assertRejected("load", INSERT, INSERT);
        assertRejected("background", INSERT, NamedLoad.background(Sysbench.oltpInsert(), TWO_THREADS));
    }

    @Test
    void sharesOnlyEqualTables() {
        NamedLoad tpcc = NamedLoad.of(Tpcc.warehouses(1), TWO_THREADS);
        assertThat(plan(INSERT, tpcc).tableOwners()).containsExactly(INSERT, tpcc);
        assertThat(plan(INSERT, NamedLoad.of(Sysbench.oltpReadOnly(), TWO_THREADS))
                        .tableOwners())
                .containsExactly(INSERT);
        assertRejected(
                "load", tpcc, NamedLoad.of(Tpcc.warehouses(2), TWO_THREADS).named("larger"));
        assertRejected("load", INSERT, NamedLoad.of(Sysbench.oltpReadOnly().tables(7), TWO_THREADS));
    }

    @Test
    void rejectsLoadOutsideMeasurement() {
        assertThat(plan(INSERT.between(ofSeconds(4), ofSeconds(6))).loads()).hasSize(1);
        assertRejected("load", INSERT.between(ofSeconds(4), ofSeconds(7)));
        assertRejected("load", INSERT.between(ofSeconds(10), ZERO));
        assertRejected("load", () -> INSERT.between(ofSeconds(-1), ZERO));
    }

    @Test
    void loadThatStartsAtZeroWarmsUp() {
        assertThat(INSERT.warmsUp()).isTrue();
        assertThat(INSERT.between(ofSeconds(1), ZERO).warmsUp()).isFalse();
        assertThat(NamedLoad.background(Sysbench.oltpInsert(), TWO_THREADS).warmsUp())
                .isFalse();
    }

    @Test
    void rejectsUnsafeNames() {
        for (String name : List.of("", " ", "a b", ".a", "a.", "a\nb", "a".repeat(101))) {
            assertRejected("load", () -> INSERT.named(name));
        }
        assertThat(INSERT.named("night-batch.2").name()).isEqualTo("night-batch.2");
    }

    private static void assertRejected(String property, NamedLoad... loads) {
        assertRejected(property, () -> plan(loads));
    }

    private static void assertRejected(String property, Runnable creation) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(creation::run)
                .satisfies(e -> assertThat(e.property()).isEqualTo(property));
    }

    private static Plan plan(NamedLoad... loads) {
        return Plan.of(Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "secret"), Window.DEFAULT, List.of(loads));
    }
}
