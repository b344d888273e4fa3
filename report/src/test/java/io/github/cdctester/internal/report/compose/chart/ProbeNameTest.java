// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProbeNameTest {

    private static ProbeName of(String name, String... otherNames) {
        return of(1, name, otherNames);
    }

    private static ProbeName of(int count, String name, String... otherNames) {
        Map<String, DoubleSummaryStatistics> values = new LinkedHashMap<>();
        Stream.concat(Stream.of(name), Stream.of(otherNames))
                .forEach(series -> values.put(series, values(series.endsWith(".count") ? count : 9)));
        return ProbeName.of(values).get(name);
    }

    private static DoubleSummaryStatistics values(double... values) {
        return DoubleStream.of(values).summaryStatistics();
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
        assertThat(of(2, "nodes.10.0.0.1:3306", "nodes.10.0.0.2:3306", "nodes.count"))
                .isEqualTo(new ProbeName("nodes.10.0.0.1:3306", "nodes", "", "10.0.0.1:3306"));
        assertThat(of("nodes.pcu.10.0.0.1", "nodes.cpu.10.0.0.1", "nodes.count").target())
                .isEqualTo("10.0.0.1");
    }

    @Test
    void numberOfValuesDistinguishesHostNamesFromColumns() {
        assertThat(of(2, "hosts.db1.example.com:3306", "hosts.db2.example.com:3306", "hosts.count"))
                .isEqualTo(new ProbeName("hosts.db1.example.com:3306", "hosts", "", "db1.example.com:3306"));
        assertThat(of(4, "n.db.1", "n.db.2", "n.web.1", "n.web.2", "n.count").target())
                .isEqualTo("db.1");
        assertThat(of(2, "n.db.1", "n.db.2", "n.web.1", "n.web.2", "n.count").column())
                .isEqualTo("db");
    }

    /** One host replaces another. Then one of two nodes with columns has no value. */
    @Test
    void missingValuesDoNotHideColumns() {
        assertThat(ProbeName.of(Map.of(
                                "hosts.a.x", values(1),
                                "hosts.b.x", values(1),
                                "hosts.count", values(1, 1)))
                        .get("hosts.a.x")
                        .target())
                .isEqualTo("a.x");
        assertThat(ProbeName.of(Map.of(
                                "nodes.pcu.a", values(1, 1),
                                "nodes.cpu.a", values(1, 1),
                                "nodes.pcu.b", values(1),
                                "nodes.cpu.b", values(1),
                                "nodes.count", values(2)))
                        .get("nodes.pcu.b")
                        .column())
                .isEqualTo("pcu");
    }

    /** A long run's curves keep one point of a constant value, but two of a changing value. */
    @Test
    void numberOfValuesIsKnownInLongRun() {
        Curves curves = new Curves(7200);
        for (int second = 1; second <= 7200; second++) {
            curves.put("hosts.db1.example.com:3306", "", second, second % 7.0);
            curves.put("hosts.db2.example.com:3306", "", second, second % 5.0);
            curves.put("hosts.count", "", second, 2.0);
            curves.endRow(second);
        }
        assertThat(ProbeName.of(curves.statistics())
                        .get("hosts.db1.example.com:3306")
                        .target())
                .isEqualTo("db1.example.com:3306");
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
