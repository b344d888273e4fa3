// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener.TrialHead;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.PlannedTrial;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixConsumer;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Orders the cells of a matrix. Each repeat has a new random order, because slow changes of the environment must affect all settings alike.
 * Cells of an expensive setting are adjacent. Cells of workloads that share tables are adjacent if other workloads need other tables with
 * the same names. The order of the consumers rotates with each repeat.
 */
final class CellOrder {

    private static final int MIN_DIGITS = 3;

    private final MatrixPlan matrix;
    private final Plan base;
    private final boolean groupsBySetting;
    private final List<Cell> cells = new ArrayList<>();
    private int blocks;

    private CellOrder(MatrixPlan matrix, Plan base) {
        this.matrix = matrix;
        this.base = base;
        groupsBySetting = matrix.settings().stream().anyMatch(MatrixSetting::isExpensive);
    }

    private record Combination(MatrixSetting setting, MatrixWorkload workload, int pointIndex) {}

    /** The order rotates with each repeat: A, B, C, then B, C, A. */
    static List<MatrixConsumer> consumers(MatrixPlan matrix, int repeat) {
        List<MatrixConsumer> consumers = new ArrayList<>(matrix.consumers());
        Collections.rotate(consumers, 1 - repeat);
        return consumers;
    }

    static List<Cell> of(MatrixPlan matrix, Plan base) {
        CellOrder order = new CellOrder(matrix, base);
        order.createCells();
        return order.cells;
    }

    private void createCells() {
        Random random = new Random(matrix.seed()); // the same seed gives the same order in every Java version
        for (int repeat = 1; repeat <= matrix.repeats(); repeat++) {
            if (groupsBySetting) {
                List<MatrixSetting> settings = new ArrayList<>(matrix.settings());
                Collections.shuffle(settings, random);
                for (MatrixSetting setting : settings) {
                    blocks++;
                    add(repeat, shuffledCombinations(List.of(setting), random));
                }
            } else {
                add(repeat, shuffledCombinations(matrix.settings(), random));
            }
        }
    }

    private List<Combination> shuffledCombinations(List<MatrixSetting> settings, Random random) {
        List<Combination> combinations = new ArrayList<>();
        for (MatrixSetting setting : settings) {
            for (MatrixWorkload workload : matrix.workloads()) {
                for (int pointIndex = 0; pointIndex < matrix.axis().points().size(); pointIndex++) {
                    combinations.add(new Combination(setting, workload, pointIndex));
                }
            }
        }
        Collections.shuffle(combinations, random);
        List<MatrixWorkload> tableOwners = new ArrayList<>(matrix.workloads().stream()
                .map(matrix::tableOwner)
                .flatMap(Optional::stream)
                .distinct()
                .toList());
        if (!tableOwners
                .isEmpty()) { // cells with the same tables are adjacent, so that their tables are created only once
            Collections.shuffle(tableOwners, random);
            combinations.sort(Comparator.comparingInt(combination -> matrix.tableOwner(combination.workload())
                    .map(tableOwners::indexOf)
                    .orElse(-1)));
        }
        return combinations;
    }

    private void add(int repeat, List<Combination> combinations) {
        for (Combination combination : combinations) {
            if (!groupsBySetting
                    && (cells.isEmpty()
                            || !cells.get(cells.size() - 1).setting().equals(combination.setting()))) {
                blocks++;
            }
            if (matrix.consumers().isEmpty()) {
                add(combination, repeat, null);
            }
            consumers(matrix, repeat).forEach(consumer -> add(combination, repeat, consumer));
        }
    }

    private void add(Combination combination, int repeat, @Nullable MatrixConsumer consumer) {
        cells.add(new Cell(
                trial(combination, repeat, consumer), blocks, combination.setting(), combination.workload(), consumer));
    }

    private PlannedTrial trial(Combination combination, int repeat, @Nullable MatrixConsumer consumer) {
        SweepAxis.Point point = matrix.axis().points().get(combination.pointIndex());
        int number = cells.size() + 1;
        Map<String, String> values = new LinkedHashMap<>();
        values.put("setting", combination.setting().name());
        values.put("workload", combination.workload().name());
        values.put(matrix.axis().parameter().property(), point.label());
        if (consumer != null) {
            values.put("consumer", consumer.name());
        }
        TrialHead head = new TrialHead(
                number,
                matrix.cellCount(),
                values,
                repeat,
                matrix.repeats(),
                1,
                null,
                PlannedTrial.numberedName("cell-", number, matrix.cellCount(), MIN_DIGITS));
        return new PlannedTrial(head, number, point, plan(combination));
    }

    private Plan plan(Combination combination) {
        LoadSpec load = base.firstLoad().map(NamedLoad::load).orElse(LoadSpec.closedLoop(1));
        SweepAxis pointAxis = new SweepAxis(
                matrix.axis().parameter(), List.of(matrix.axis().points().get(combination.pointIndex())));
        Plan cellPlan = Plan.of(
                        base.endpoint(),
                        new Window(
                                matrix.warmUp().maxDuration(),
                                matrix.time(),
                                0,
                                base.window().drainTimeout()),
                        List.of(combination.workload().load(load)))
                .ignoredErrors(base.ignoredErrors())
                .subscriber(base.subscriber())
                .verification(base.verification())
                .replay(base.replay());
        return pointAxis.plans(cellPlan).get(0);
    }

    /**
     * One cell of a matrix.
     *
     * @param consumer {@code null}: the cell runs the consumers of the base plan
     * @param blockNumber from 1; the setting is applied once per block of consecutive cells
     */
    record Cell(
            PlannedTrial trial,
            int blockNumber,
            MatrixSetting setting,
            MatrixWorkload workload,
            @Nullable MatrixConsumer consumer) {

        @Nullable
        String consumerName() {
            return consumer == null ? null : consumer.name();
        }

        int number() {
            return trial.number();
        }

        Plan plan() {
            return trial.plan();
        }
    }
}
