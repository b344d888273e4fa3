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

    @Option(names = "--limit", paramLabel = "EXPR", required = true)
    private List<String> limits = new ArrayList<>();

    @Option(names = "--max-rate", paramLabel = "RATE")
    private double maxRate = FindMaxPlan.MAX_RATE;

    @Option(names = "--precision", paramLabel = "PERCENT", converter = Converters.Percent.class)
    private double precision = FindMaxPlan.PRECISION;

    @Option(names = "--confirm", paramLabel = "N")
    private int confirmations = FindMaxPlan.CONFIRMATIONS;

    @Option(names = "--steps", paramLabel = "N")
    private int steps = FindMaxPlan.STEPS;

    @Option(names = "--settle-timeout", paramLabel = "SECONDS")
    private Duration settleTimeout = FindMaxPlan.SETTLE_TIMEOUT;

    @Option(names = "--then", paramLabel = "PERCENT", split = ",", converter = Converters.Percent.class)
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
