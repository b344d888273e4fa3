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

/** Simulates nights, each with three independent figures and five repeats. */
final class NightlyRuns {

    static final List<String> FIGURES =
            List.of("write.transactionsPerSecond", "write.latency.p99Millis", "cdc.delay.p99Millis");

    private static final int REPEATS = 5;

    private final Random random;
    private final double noiseOfRuns;
    private final double noiseOfNights;
    private final List<Night> keptNights = new ArrayList<>();

    NightlyRuns(long seed, double noiseOfRuns, double noiseOfNights) {
        random = new Random(seed);
        this.noiseOfRuns = noiseOfRuns;
        this.noiseOfNights = noiseOfNights;
    }

    void addNormalNights(int nights) {
        for (int i = 0; i < nights; i++) {
            keptNights.add(night(1));
        }
    }

    /**
     * Judges a night whose rate is {@code factor} times the usual rate. Keeps the night unless it is reported as better or worse.
     *
     * @return true if the night is reported as worse
     */
    boolean addNight(double factor) {
        Night night = night(factor);
        List<Figure> figures =
                keptNights.isEmpty() ? List.of() : new NightJudge(keptNights, night, 5).figures(FIGURES, true);
        boolean isUnchanged =
                figures.stream().noneMatch(figure -> figure.mark() == Mark.WORSE || figure.mark() == Mark.BETTER);
        if (isUnchanged) {
            keptNights.add(night);
            if (keptNights.size() > NightFile.MAX_NIGHTS) {
                keptNights.remove(0);
            }
        }
        return figures.stream().anyMatch(figure -> figure.mark() == Mark.WORSE);
    }

    private Night night(double factor) {
        Map<String, List<Double>> figures = new TreeMap<>();
        for (String name : FIGURES) {
            double typical = (name.endsWith("PerSecond") ? 10_000 * factor : 8) * noise(noiseOfNights);
            List<Double> runs = new ArrayList<>();
            for (int i = 0; i < REPEATS; i++) {
                runs.add(typical * noise(noiseOfRuns));
            }
            figures.put(name, runs);
        }
        return new Night("simulated", "2-cpus", "mysql-9.7", 0, "2026-11-23", figures);
    }

    private double noise(double deviation) {
        return Math.exp(deviation * random.nextGaussian());
    }
}
