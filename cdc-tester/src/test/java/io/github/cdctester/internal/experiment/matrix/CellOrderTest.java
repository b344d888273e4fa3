// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.TrialTimes;
import io.github.cdctester.internal.experiment.matrix.CellOrder.Cell;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixConsumer;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CellOrderTest {

    private static final List<MatrixSetting> CHEAP_SETTINGS = List.of(
            MatrixSetting.of("a"),
            MatrixSetting.of("b", "SET GLOBAL x = 1"),
            MatrixSetting.of("c", "SET GLOBAL x = 2"));

    private static final List<MatrixSetting> EXPENSIVE_SETTINGS = List.of(
            MatrixSetting.of("a"),
            MatrixSetting.of("b").restartedWith(List.of("--p=ON")),
            MatrixSetting.of("c", "SET GLOBAL x = 2"));

    private static MatrixPlan plan(List<MatrixSetting> settings, long seed) {
        return plan(settings, "a", seed, SweepAxis.threads(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024), null);
    }

    private static MatrixPlan plan(
            List<MatrixSetting> settings, String baseline, long seed, SweepAxis axis, @Nullable String summaryAt) {
        return new MatrixPlan(
                baseline,
                settings,
                axis,
                List.of(
                        new MatrixWorkload("oltp_read_only", Sysbench.oltpReadOnly()),
                        new MatrixWorkload("oltp_read_write", Sysbench.oltpReadWrite()),
                        new MatrixWorkload("oltp_write_only", Sysbench.oltpWriteOnly())),
                List.of(),
                5,
                seed,
                Duration.ofSeconds(60),
                CellWarmUp.fixed(Duration.ofSeconds(10)),
                Duration.ofSeconds(60),
                Duration.ofMinutes(5),
                OnError.CONTINUE,
                summaryAt);
    }

    private static List<Cell> cells(List<MatrixSetting> settings, long seed) {
        return CellOrder.of(plan(settings, seed), FakeRuns.base(Sysbench.oltpReadOnly()));
    }

    @Test
    void eachRepeatHasEachCellOnce() {
        List<Cell> cells = cells(CHEAP_SETTINGS, 1);
        assertThat(cells).hasSize(495);
        for (int repeat = 0; repeat < 5; repeat++) {
            List<Cell> cellsOfRepeat = cells.subList(99 * repeat, 99 * (repeat + 1));
            int number = repeat + 1;
            assertThat(cellsOfRepeat).allMatch(cell -> cell.trial().head().repeat() == number);
            assertThat(cellsOfRepeat.stream().map(CellOrderTest::combination)).doesNotHaveDuplicates();
        }
        assertThat(combinations(cells.subList(0, 99))).isNotEqualTo(combinations(cells.subList(99, 198)));
        assertThat(cells)
                .extracting(Cell::number)
                .isEqualTo(IntStream.rangeClosed(1, 495).boxed().toList());
        assertThat(cells.get(6).trial().folder()).isEqualTo("cell-007");
    }

    @Test
    void orderDependsOnSeedOnly() {
        assertThat(cells(EXPENSIVE_SETTINGS, 7)).isEqualTo(cells(EXPENSIVE_SETTINGS, 7));
        assertThat(combinations(cells(EXPENSIVE_SETTINGS, 7))).isNotEqualTo(combinations(cells(EXPENSIVE_SETTINGS, 8)));
    }

    @Test
    void expensiveSettingsFormBlocksInRandomOrder() {
        List<Cell> cells = cells(EXPENSIVE_SETTINGS, 3);
        Set<String> orders = new HashSet<>();
        for (int repeat = 0; repeat < 5; repeat++) {
            StringBuilder order = new StringBuilder();
            for (int blockIndex = 0; blockIndex < 3; blockIndex++) {
                int from = 99 * repeat + 33 * blockIndex;
                List<Cell> cellsOfBlock = cells.subList(from, from + 33);
                int number = 1 + from / 33;
                assertThat(cellsOfBlock)
                        .allMatch(cell ->
                                cell.setting().equals(cellsOfBlock.get(0).setting()) && cell.blockNumber() == number);
                order.append(cellsOfBlock.get(0).setting().name());
            }
            orders.add(order.toString());
        }
        assertThat(orders).hasSizeGreaterThan(1);
    }

    @Test
    void cheapSettingsAreMixed() {
        List<Cell> cells = cells(CHEAP_SETTINGS, 3);
        assertThat(cells.get(cells.size() - 1).blockNumber()).isGreaterThan(200);
        for (int i = 1; i < cells.size(); i++) {
            assertThat(cells.get(i).blockNumber() == cells.get(i - 1).blockNumber())
                    .isEqualTo(cells.get(i).setting().equals(cells.get(i - 1).setting()));
        }
    }

    @Test
    void cellHasThreadsAndTimesOfPlan() {
        Cell cell = cells(CHEAP_SETTINGS, 1).get(0);
        assertThat(cell.plan().loads()).singleElement().satisfies(load -> {
            assertThat(load.workload()).isEqualTo(cell.workload().spec());
            assertThat(load.load())
                    .isEqualTo(LoadSpec.closedLoop((int) cell.trial().point().value()));
        });
        assertThat(cell.plan().window().measure()).isEqualTo(Duration.ofSeconds(60));
        assertThat(cell.plan().window().warmUp()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void estimatesTimeByPlanThenByFinishedCells() {
        MatrixPlan plan = plan(EXPENSIVE_SETTINGS, 1);
        List<Cell> cells = cells(EXPENSIVE_SETTINGS, 1);
        // 73 s per cell, plus 15 changes of the setting: five restarts of 2 s, ten changes by statements of 1 s
        assertThat(MatrixOutline.setupSeconds(cells)).isEqualTo(5 * 2 + 10);
        TrialTimes times = new TrialTimes(plan.warmUp().maxDuration(), plan.time(), plan.settleTimeout());
        assertThat(times.seconds(495)).isEqualTo(495 * 73);
        times.add(80);
        times.add(90);
        assertThat(times.seconds(10)).isEqualTo(850);
        assertThat(times.isMeasured()).isTrue();
    }

    @Test
    void outlineListsCellsAndSettings() {
        assertThat(MatrixOutline.describe(plan(EXPENSIVE_SETTINGS, 1), FakeRuns.base(Sysbench.oltpReadOnly())))
                .containsExactly(
                        "495 cells: 3 settings, threads 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, oltp_read_only,"
                                + " oltp_read_write, oltp_write_only; 5 repeats in random order (seed 1)",
                        "the setting is changed 15 times; the baseline is a",
                        "setting a: the server as it is",
                        "setting b: restart with --p=ON",
                        "  undo: restart with the server's own options, or with the next setting's options",
                        "setting c: SET GLOBAL x = 2",
                        "  undo: restore x",
                        "needs SYSTEM_VARIABLES_ADMIN, or SUPER, for variables");
        assertThat(MatrixOutline.estimate(plan(EXPENSIVE_SETTINGS, 1), FakeRuns.base(Sysbench.oltpReadOnly())))
                .isEqualTo(Duration.ofSeconds(495 * 73 + 5 * 2 + 10));
        Plan withoutStream = FakeRuns.base(Sysbench.oltpReadOnly()).subscriber(SubscriberSpec.DEFAULT.stream(false));
        assertThat(MatrixOutline.estimate(plan(EXPENSIVE_SETTINGS, 1), withoutStream))
                .as("without waits for an idle stream")
                .isEqualTo(Duration.ofSeconds(495 * 71 + 5 * 2 + 10));
    }

    @Test
    void outlineHasSingularForOneSetting() {
        MatrixPlan plan = plan(List.of(MatrixSetting.of("a")), "a", 1, SweepAxis.threads(1), null);

        assertThat(MatrixOutline.describe(plan, FakeRuns.base(Sysbench.oltpReadOnly())))
                .first()
                .asString()
                .contains(" cells: 1 setting, threads 1,");
    }

    @Test
    void rejectsInvalidPlan() {
        assertThatThrownBy(() -> plan(CHEAP_SETTINGS, "z", 1, SweepAxis.threads(1), null))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("baseline: z, must be one of the settings a, b, c");
        assertThatThrownBy(() ->
                        plan(List.of(MatrixSetting.of("a"), MatrixSetting.of("a")), "a", 1, SweepAxis.threads(1), null))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("a name of its own");
        assertThatThrownBy(() -> plan(CHEAP_SETTINGS, "a", 1, SweepAxis.warehouses(1, 2), null))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("matrix: warehouses, must be over threads or rates");
        assertThatThrownBy(() -> plan(CHEAP_SETTINGS, "a", 1, SweepAxis.threads(1, 2), "3"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("summaryAt: 3, must be one of 1,2");
        assertThatThrownBy(() -> MatrixSetting.of("../a")).isInstanceOf(InvalidPlanException.class);
        assertThat(plan(CHEAP_SETTINGS, 1).summaryPoint()).isEqualTo("32");
        assertThat(plan(CHEAP_SETTINGS, "a", 1, SweepAxis.threads(1, 2), null).summaryPoint())
                .isEqualTo("2");
    }

    private static List<Cell> cells(int repeats, List<MatrixWorkload> workloads, String... consumers) {
        MatrixPlan plan = new MatrixPlan(
                "a",
                CHEAP_SETTINGS,
                SweepAxis.threads(1, 2),
                workloads,
                Stream.of(consumers)
                        .map(name -> MatrixConsumer.of(ConsumerSpec.ofCommand(name, "run"), Map.of()))
                        .toList(),
                repeats,
                3,
                Duration.ofSeconds(60),
                CellWarmUp.fixed(Duration.ofSeconds(10)),
                Duration.ofSeconds(60),
                Duration.ofMinutes(5),
                OnError.CONTINUE,
                null);
        List<Cell> cells = CellOrder.of(plan, FakeRuns.base(Sysbench.oltpReadOnly()));
        assertThat(cells).hasSize(plan.cellCount());
        return cells;
    }

    @Test
    void rotatesConsumersFromRepeatToRepeat() {
        List<MatrixWorkload> workloads = List.of(new MatrixWorkload("oltp_read_only", Sysbench.oltpReadOnly()));
        List<Cell> cells = cells(4, workloads, "A", "B", "C");
        List<String> orders = List.of("ABC", "BCA", "CAB", "ABC");
        for (int i = 0; i < cells.size(); i += 3) {
            List<Cell> consumersOfCombination = cells.subList(i, i + 3);
            assertThat(consumersOfCombination.stream().map(Cell::consumerName).collect(Collectors.joining()))
                    .isEqualTo(orders.get(i / 18));
            assertThat(consumersOfCombination.stream()
                            .map(CellOrderTest::combination)
                            .distinct())
                    .hasSize(1);
        }
        assertThat(cells.get(0).trial().head().values()).containsEntry("consumer", "A");
    }

    @Test
    void keepsCellsWithTheSameTablesTogether() {
        List<MatrixWorkload> workloads = List.of(
                new MatrixWorkload("one", Sysbench.oltpInsert().tables(1)),
                new MatrixWorkload("eight", Sysbench.oltpInsert().tables(8)),
                new MatrixWorkload("reads", Sysbench.oltpReadOnly().tables(8)));
        List<Cell> cells = cells(2, workloads);
        for (int repeat = 0; repeat < 2; repeat++) {
            List<String> tableSets = cells.subList(18 * repeat, 18 * (repeat + 1)).stream()
                    .map(cell -> cell.workload().name().replace("reads", "eight"))
                    .toList();
            assertThat(tableSets.stream().distinct()).hasSize(2);
            assertThat(tableSets)
                    .isEqualTo(tableSets.stream()
                            .sorted(Comparator.comparing(tableSets::indexOf))
                            .toList());
        }
    }

    private static String combination(Cell cell) {
        return cell.setting().name() + " " + cell.workload().name() + " "
                + cell.trial().point().label();
    }

    private static List<String> combinations(List<Cell> cells) {
        return cells.stream().map(CellOrderTest::combination).toList();
    }
}
