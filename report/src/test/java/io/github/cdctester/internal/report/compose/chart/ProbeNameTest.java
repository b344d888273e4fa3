// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProbeNameTest {

    private static ProbeName of(String name, String... otherNames) {
        List<String> names = new ArrayList<>(List.of(otherNames));
        names.add(name);
        return ProbeName.of(names).get(name);
    }

    @Test
    void distinguishesTargetsFromColumns() {
        assertThat(of("pool")).isEqualTo(new ProbeName("pool", "pool", "", ""));
        assertThat(of("nodes.a", "nodes.count")).isEqualTo(new ProbeName("nodes.a", "nodes", "", "a"));
        assertThat(of("nodes.count", "nodes.a").isCount()).isTrue();
        assertThat(of("nodes.pcu.a", "nodes.cpu.a", "nodes.count"))
                .isEqualTo(new ProbeName("nodes.pcu.a", "nodes", "pcu", "a"));
        assertThat(of("first.pcu", "first.cpu")).isEqualTo(new ProbeName("first.pcu", "first", "pcu", ""));
    }

    @Test
    void acceptsDotsInTargetName() {
        assertThat(of("nodes.10.0.0.1:3306", "nodes.10.0.0.2:3306", "nodes.count"))
                .isEqualTo(new ProbeName("nodes.10.0.0.1:3306", "nodes", "", "10.0.0.1:3306"));
        assertThat(of("nodes.pcu.10.0.0.1", "nodes.cpu.10.0.0.1", "nodes.count").target())
                .isEqualTo("10.0.0.1");
    }

    @Test
    void readsUnitsFromPlan() {
        ProbeUnits units = ProbeUnits.of("""
            probes:
              pool: {sql: "SHOW …", every: 1s, unit: bytes}
              cpu: {machine: cpu of the server}
              memory:
                machine: memory
              log: {sql: "SELECT 1", unit: bytes, rate: true}
              nodes: {sql: "SELECT 1"}
            """);

        assertThat(units.units())
                .isEqualTo(Map.of(
                        "pool", "bytes", "cpu", "percent", "memory", "bytes", "log", "bytes/s", "nodes", "none"));
        assertThat(ProbeUnits.text(1_024e6, "bytes")).isEqualTo("1,024 MB");
        assertThat(ProbeUnits.text(512 << 20, "bytes")).isEqualTo("512 MiB");
        assertThat(ProbeUnits.text(22.375 * (1 << 30), "bytes")).isEqualTo("22.375 GiB");
        assertThat(ProbeUnits.text(0, "bytes")).isEqualTo("0 MB");
        assertThat(ProbeUnits.text(2.375, "")).isEqualTo("2.375");
    }

    @Test
    void unreadablePlanHasNoUnits() {
        assertThat(ProbeUnits.of("").units()).isEmpty();
        assertThat(ProbeUnits.of("probes: [1, 2").units()).isEmpty();
        assertThat(ProbeUnits.of("- a list").units()).isEmpty();
        assertThat(ProbeUnits.of("probes: 7").units()).isEmpty();
    }

    @Test
    void roundsNumbersOfChartToFourDigits() {
        assertThat(Rounding.value(0.123456)).isEqualTo(0.1235);
        assertThat(Rounding.value(1_234_567)).isEqualTo(1_235_000);
        assertThat(Rounding.value(-98.7654)).isEqualTo(-98.77);
        assertThat(Rounding.value(0)).isZero();
        assertThat(Rounding.value(Double.MIN_VALUE)).isZero();
        assertThat(Rounding.value(Double.MAX_VALUE)).isPositive();
        assertThat(Rounding.value(Double.NaN)).isNaN();
    }
}
