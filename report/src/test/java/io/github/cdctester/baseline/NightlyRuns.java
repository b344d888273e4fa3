// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import io.github.cdctester.baseline.Baseline.BaselineCheck.Figure;
import io.github.cdctester.baseline.Baseline.BaselineCheck.Mark;
import io.github.cdctester.internal.baseline.NightFile;
import io.github.cdctester.internal.baseline.NightFile.Night;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Each night has three independent figures and five repeats. */
final class NightlyRuns {

    static final List<String> FIGURES =
            List.of("write.transactionsPerSecond", "write.latency.p99Millis", "cdc.delay.p99Millis");

    private static final int REPEAT_COUNT = 5;

    private final Random random;
    private final double runNoise;
    private final double nightNoise;
    private final List<Night> baselineNights = new ArrayList<>();
    private int level;

    NightlyRuns(long seed, double runNoise, double nightNoise) {
        random = new Random(seed);
        this.runNoise = runNoise;
        this.nightNoise = nightNoise;
    }

    void addNormalNights(int nightCount) {
        for (int i = 0; i < nightCount; i++) {
            baselineNights.add(night(1));
        }
    }

    /**
     * Adds the night to the baseline unless it is reported as better or worse.
     *
     * @return true if the night is reported as worse
     */
    boolean judgeNight(double factor) {
        Night night = night(factor);
        List<Figure> figures =
                baselineNights.isEmpty() ? List.of() : new NightJudge(baselineNights, night, 5).figures(FIGURES, true);
        if (!isChanged(figures)) {
            add(night);
        }
        return figures.stream().anyMatch(figure -> figure.mark() == Mark.WORSE);
    }

    /** @return true if the night begins a new level */
    boolean acceptNight(double factor) {
        Night night = night(factor);
        boolean isChanged = isChanged(new NightJudge(baselineNights, night, 5).figuresToAccept(FIGURES));
        level += isChanged ? 1 : 0;
        add(night.withLevel(level));
        return isChanged;
    }

    private static boolean isChanged(List<Figure> figures) {
        return figures.stream().anyMatch(figure -> figure.mark() == Mark.WORSE || figure.mark() == Mark.BETTER);
    }

    private void add(Night night) {
        baselineNights.add(night);
        if (baselineNights.size() > NightFile.MAX_NIGHTS) {
            baselineNights.remove(0);
        }
    }

    private Night night(double factor) {
        Map<String, List<Double>> figures = new TreeMap<>();
        for (String name : FIGURES) {
            double typicalValue = (name.endsWith("PerSecond") ? 10_000 * factor : 8) * noise(nightNoise);
            List<Double> runs = new ArrayList<>();
            for (int i = 0; i < REPEAT_COUNT; i++) {
                runs.add(typicalValue * noise(runNoise));
            }
            figures.put(name, runs);
        }
        return new Night("simulated", "2-cpus", "mysql-9.7", level, "2026-11-23", figures, Map.of());
    }

    private double noise(double deviation) {
        return Math.exp(deviation * random.nextGaussian());
    }
}
