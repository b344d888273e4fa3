// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.internal.limit.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How the highest rate is searched. */
public final class FindMaxOptions {

    @Option(
            names = "--limit",
            paramLabel = "EXPR",
            required = true,
            description = "What must hold, as 'delay.p99<500ms'; repeatable")
    private List<String> limits = new ArrayList<>();

    @Option(names = "--max-rate", paramLabel = "RATE", description = "Highest rate to try (default: 10000000)")
    private double maxRate = FindMaxPlan.MAX_RATE;

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "Largest gap between the answer and the lowest rate that failed (default: 5%%)")
    private double precision = FindMaxPlan.PRECISION;

    @Option(
            names = "--confirm",
            paramLabel = "N",
            description = "Runs that must confirm the answer (default: ${DEFAULT-VALUE})")
    private int confirmations = FindMaxPlan.CONFIRMATIONS;

    @Option(names = "--steps", paramLabel = "N", description = "Highest number of runs (default: ${DEFAULT-VALUE})")
    private int steps = FindMaxPlan.STEPS;

    @Option(
            names = "--settle-timeout",
            paramLabel = "SECONDS",
            description = "Longest wait for the stream to be at rest between runs; 0: none (default: 300)")
    private Duration settleTimeout = FindMaxPlan.SETTLE_TIMEOUT;

    @Option(
            names = "--then",
            paramLabel = "PERCENT",
            split = ",",
            converter = Converters.Percent.class,
            description = "Then measure the latency at 30, 50, 70, 90 and these percents of the answer")
    private List<Double> then = new ArrayList<>();

    /**
     * Makes a plan of the options.
     *
     * @param startRate the first rate, in starts a second
     */
    public FindMaxPlan plan(double startRate) {
        return new FindMaxPlan(
                limits.stream()
                        .map(expression -> Limit.mustHold("limit", expression))
                        .toList(),
                startRate,
                maxRate,
                precision,
                confirmations,
                steps,
                settleTimeout,
                then);
    }
}
