// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.RowStamp;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TpccTest {

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Tpcc.MAX_WAREHOUSES + 1})
    void rejectsWarehousesOutOfRange(int warehouses) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> Tpcc.warehouses(warehouses))
                .withMessageStartingWith("warehouses: " + warehouses + ", must be");
    }

    @Test
    void rejectsInvalidWeights() {
        for (List<Integer> invalidWeights :
                List.of(List.of(1, 2), List.of(0, 0, 0, 0, 0), List.of(1, 1, 1, 1, -1), List.of(1, 1, 1, 1, 10_001))) {
            assertThatExceptionOfType(InvalidPlanException.class)
                    .isThrownBy(() -> new Tpcc.Mix(invalidWeights, false))
                    .withMessageContaining(invalidWeights.toString());
        }
    }

    @Test
    void eachMethodChangesOneProperty() {
        assertThat(Tpcc.warehouses(7).mix(Tpcc.Mix.DECK).thinkTimes(true).randSeed(3))
                .isEqualTo(new Tpcc(7, Tpcc.Mix.DECK, true, 3, false));
        assertThat(Tpcc.warehouses(1)).isEqualTo(new Tpcc(1, Tpcc.Mix.STANDARD, false, 0, false));
        assertThat(Tpcc.warehouses(1).name()).isEqualTo("tpcc");
    }

    @Test
    void keepsStampsWhenOtherPropertiesChange() {
        Tpcc stampedWorkload = Tpcc.warehouses(1).stamp(true);
        assertThat(stampedWorkload
                        .mix(Tpcc.Mix.DECK)
                        .thinkTimes(true)
                        .randSeed(3)
                        .swept("warehouses", 2))
                .isEqualTo(new Tpcc(2, Tpcc.Mix.DECK, true, 3, true));
        assertThat(stampedWorkload.displayed().options()).containsEntry("stamp", true);
        assertThat(Tpcc.warehouses(1).displayed().options()).doesNotContainKey("stamp");
    }

    @Test
    void stampColumnsFollowSpecifiedColumns() {
        for (TpccTable table : TpccTable.ALL) {
            String unstampedSql = table.createStatement(new RowStamp(false));
            assertThat(unstampedSql).doesNotContain("cdc_");
            assertThat(table.createStatement(new RowStamp(true)))
                    .isEqualTo(
                            table.name().equals("item")
                                    ? unstampedSql
                                    : unstampedSql.replace(
                                            "\n) ENGINE",
                                            ", cdc_seq BIGINT DEFAULT '0' NOT NULL, cdc_at BIGINT DEFAULT '0' NOT NULL"
                                                    + "\n) ENGINE"));
        }
    }

    @Test
    void rejectsThinkTimesInOpenLoop() {
        Tpcc workloadWithThinkTimes = Tpcc.warehouses(1).thinkTimes(true);
        LoadSpec openLoop = LoadSpec.openLoop(1, Rate.perSecond(10));
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> plan(workloadWithThinkTimes, openLoop))
                .satisfies(e -> assertThat(e.property()).isEqualTo("thinkTimes"));
        assertThat(plan(workloadWithThinkTimes, LoadSpec.closedLoop(1))
                        .loads()
                        .get(0)
                        .load()
                        .threads())
                .isEqualTo(1);
        assertThat(plan(workloadWithThinkTimes.thinkTimes(false), openLoop)
                        .loads()
                        .get(0)
                        .load())
                .isEqualTo(openLoop);
    }

    private static Plan plan(WorkloadSpec workload, LoadSpec load) {
        return Plan.of(
                Endpoint.of("jdbc:mysql://db", "root", ""), Window.DEFAULT, List.of(NamedLoad.of(workload, load)));
    }
}
