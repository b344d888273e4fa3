// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SysbenchSpecTest {

    @ParameterizedTest
    @EnumSource
    void hasDefaultsOfSysbench(SysbenchScript script) {
        SysbenchSpec spec = SysbenchSpec.of(script);
        assertThat(spec.schema()).isEqualTo(new SysbenchSchema(1, 10_000, true, false, true, "", false));
        assertThat(spec.mix().count(StatementGroup.POINT_SELECTS)).isEqualTo(10);
        assertThat(spec.mix().rangeSize()).isEqualTo(100);
        assertThat(spec.random())
                .isEqualTo(new RandomNumbers(RandType.UNIFORM, 0, new RandomNumbers.Special(12, 1, 75), 0.2, 0.8));
        assertThat(spec.sending()).isEqualTo(new StatementSending(PsMode.AUTO, false, 0));
        for (StatementGroup group : script.groups()) {
            boolean sendsTen = group == StatementGroup.POINT_SELECTS && script != SysbenchScript.OLTP_POINT_SELECT;
            assertThat(spec.count(group)).isEqualTo(sendsTen ? 10 : 1);
        }
    }

    @Test
    void hasNameOfScript() {
        assertThat(Sysbench.oltpInsert().name()).isEqualTo("oltp_insert");
        assertThat(Sysbench.oltpWriteOnly().name()).isEqualTo("oltp_write_only");
        assertThat(Sysbench.oltpReadWrite().name()).isEqualTo("oltp_read_write");
        assertThat(Sysbench.oltpReadOnly().name()).isEqualTo("oltp_read_only");
        assertThat(Sysbench.oltpPointSelect().name()).isEqualTo("oltp_point_select");
        assertThat(Sysbench.oltpDelete().name()).isEqualTo("oltp_delete");
        assertThat(Sysbench.oltpUpdateIndex().name()).isEqualTo("oltp_update_index");
        assertThat(Sysbench.oltpUpdateNonIndex().name()).isEqualTo("oltp_update_non_index");
    }

    @Test
    void eachMethodChangesOneProperty() {
        SysbenchSpec spec = Sysbench.oltpReadWrite()
                .tables(3)
                .tableSize(7)
                .autoInc(false)
                .indexes(true, false)
                .createTableOptions("ROW_FORMAT=COMPRESSED")
                .statements(StatementGroup.POINT_SELECTS, 2)
                .statements(StatementGroup.SUM_RANGES, 0)
                .random(RandType.PARETO, 9)
                .psMode(PsMode.DISABLE)
                .skipTrx(true)
                .reconnect(5);
        assertThat(spec)
                .isEqualTo(new SysbenchSpec(
                        SysbenchScript.OLTP_READ_WRITE,
                        new SysbenchSchema(3, 7, false, true, false, "ROW_FORMAT=COMPRESSED", false),
                        new StatementMix(
                                Map.of(StatementGroup.POINT_SELECTS, 2, StatementGroup.SUM_RANGES, 0), true, 100),
                        RandomNumbers.DEFAULT.type(RandType.PARETO).seed(9),
                        new StatementSending(PsMode.DISABLE, true, 5)));
        assertThat(spec.inTransaction()).isFalse();
        assertThat(spec.skipTrx(false).inTransaction()).isTrue();
        assertThat(Sysbench.oltpInsert().inTransaction()).isFalse();
    }

    @Test
    void omitsRangesIfDisabled() {
        SysbenchSpec spec = Sysbench.oltpReadOnly().mix(StatementMix.DEFAULT.rangeSelects(false));
        assertThat(spec.script().groups().stream().mapToInt(spec::count)).containsExactly(10, 0, 0, 0, 0);
    }

    @Test
    void pointSelectScriptIgnoresMix() {
        SysbenchSpec spec = Sysbench.oltpPointSelect().statements(StatementGroup.POINT_SELECTS, 7);
        assertThat(spec.count(StatementGroup.POINT_SELECTS)).isEqualTo(1);
    }

    @Test
    void rejectsValuesOutOfRange() {
        assertRejected("tables", () -> Sysbench.oltpInsert().tables(0));
        assertRejected("tableSize", () -> Sysbench.oltpInsert().tableSize(0));
        for (StatementGroup group : StatementGroup.values()) {
            assertRejected(group.property(), () -> StatementMix.DEFAULT.with(group, -1));
        }
        assertRejected("insert", () -> StatementMix.DEFAULT.with(StatementGroup.INSERT, 2));
        assertRejected("rangeSize", () -> StatementMix.DEFAULT.rangeSize(0));
        assertRejected("reconnect", () -> Sysbench.oltpInsert().reconnect(-1));
        assertRejected("randSpecIter", () -> new RandomNumbers.Special(0, 1, 75));
        assertRejected("randSpecPct", () -> new RandomNumbers.Special(12, 101, 75));
        assertRejected("randSpecRes", () -> new RandomNumbers.Special(12, 1, 100));
        for (double h : new double[] {0, 1, -1, Double.NaN}) {
            assertRejected("randParetoH", () -> numbers(h, 0.8));
        }
        for (double exponent : new double[] {-0.1, 101, Double.NaN}) {
            assertRejected("randZipfianExp", () -> numbers(0.2, exponent));
        }
    }

    @Test
    void rejectsEmptyTransaction() {
        assertRejected("indexUpdates", () -> Sysbench.oltpUpdateIndex().statements(StatementGroup.INDEX_UPDATES, 0));
        assertRejected(
                "nonIndexUpdates", () -> Sysbench.oltpUpdateNonIndex().statements(StatementGroup.NON_INDEX_UPDATES, 0));
    }

    private static RandomNumbers numbers(double paretoH, double zipfianExponent) {
        return new RandomNumbers(RandType.UNIFORM, 0, RandomNumbers.DEFAULT.special(), paretoH, zipfianExponent);
    }

    private static void assertRejected(String property, ThrowingCallable creation) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(creation)
                .satisfies(exception -> {
                    assertThat(exception.property()).isEqualTo(property);
                    assertThat(exception.getMessage())
                            .startsWith(property + ": ")
                            .contains(", must be ");
                });
    }
}
