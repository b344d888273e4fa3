// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import io.github.cdctester.internal.statistics.HolmProcedure.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;

/** Matrices of three workloads, four thread counts and six settings. The first setting is the baseline. */
final class SimulatedMatrices {

    static final int SETTING_COUNT = 6;
    static final int THREAD_STEP_COUNT = 4;
    static final int WORKLOAD_COUNT = 3;

    private static final double CONFIDENCE = 0.95;

    private final Random random;
    private final int repeats;

    /** Relative noise, by the index of the setting and of the thread count. */
    private final ToDoubleBiFunction<Integer, Integer> noise;

    SimulatedMatrices(long seed, int repeats, ToDoubleBiFunction<Integer, Integer> noise) {
        random = new Random(seed);
        this.repeats = repeats;
        this.noise = noise;
    }

    /** Changes a setting's rate only in the first workload, at the second thread count. */
    record PlantedChange(int setting, double factor) {
        static final PlantedChange NONE = new PlantedChange(0, 1);

        boolean appliesTo(int workload, int threads, int otherSetting) {
            return factor != 1 && workload == 0 && threads == 1 && otherSetting == setting;
        }
    }

    /** Counts significant differences. */
    record FindingCounts(boolean isPlantedFound, int falseFindings) {}

    SimulatedMatrices.FindingCounts judge(PlantedChange planted) {
        List<Difference> differences = new ArrayList<>();
        int plantedIndex = -1;
        for (int workload = 0; workload < WORKLOAD_COUNT; workload++) {
            List<List<Repeats>> cells = cells(workload, planted);
            NoiseModel pooledNoise =
                    NoiseModel.pooledOver(cells.stream().flatMap(List::stream).toList());
            for (int threads = 0; threads < THREAD_STEP_COUNT; threads++) {
                for (int setting = 1; setting < SETTING_COUNT; setting++) {
                    plantedIndex = planted.appliesTo(workload, threads, setting) ? differences.size() : plantedIndex;
                    differences.add(Difference.between(
                            cells.get(0).get(threads), cells.get(setting).get(threads), pooledNoise));
                }
            }
        }
        List<Finding> findings = HolmProcedure.judge(differences, CONFIDENCE);
        boolean isPlantedFound = plantedIndex >= 0 && findings.get(plantedIndex).exceedsNoise();
        long significantCount = findings.stream().filter(Finding::exceedsNoise).count();
        return new SimulatedMatrices.FindingCounts(isPlantedFound, (int) significantCount - (isPlantedFound ? 1 : 0));
    }

    /** By the index of the setting and of the thread count. */
    private List<List<Repeats>> cells(int workload, PlantedChange planted) {
        List<List<Repeats>> settings = new ArrayList<>();
        for (int setting = 0; setting < SETTING_COUNT; setting++) {
            List<Repeats> cells = new ArrayList<>();
            for (int threads = 0; threads < THREAD_STEP_COUNT; threads++) {
                double rate = 1_000 * (workload + 1) * Math.pow(3, threads);
                double factor = planted.appliesTo(workload, threads, setting) ? planted.factor() : 1;
                cells.add(cell(rate * factor, noise.applyAsDouble(setting, threads)));
            }
            settings.add(cells);
        }
        return settings;
    }

    private Repeats cell(double rate, double deviation) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            values.add(rate * Math.exp(deviation * random.nextGaussian()));
        }
        return Repeats.of(values);
    }
}
