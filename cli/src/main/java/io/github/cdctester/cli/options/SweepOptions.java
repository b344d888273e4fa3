// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.Sweep.SweepPlan;
import io.github.cdctester.internal.limit.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

public final class SweepOptions extends OptionGroup {

    @Option(
            names = "--repeats",
            paramLabel = "N",
            description = "Runs per step; the table shows median, minimum and maximum (default: ${DEFAULT-VALUE})")
    private int repeats = 1;

    @Option(
            names = "--until",
            paramLabel = "EXPR",
            description = "Stop once this is true, such as 'delay.p99>5s'; repeatable")
    private List<String> until = new ArrayList<>();

    @Option(
            names = "--on-error",
            paramLabel = "WHAT",
            description = "When a step fails: stop, or continue with the next (default: continue)")
    private OnError onError = OnError.CONTINUE;

    @Option(
            names = "--settle-timeout",
            paramLabel = "SECONDS",
            description = "Longest wait for an idle stream between runs; 0: none (default: 60)")
    private Duration settleTimeout = SweepPlan.SETTLE_TIMEOUT;

    public SweepPlan plan(LoadOptions load, WorkloadOptions workload) {
        return new SweepPlan(
                axis(load, workload),
                repeats,
                until.stream()
                        .map(expression -> Limit.parse("until", expression))
                        .toList(),
                onError,
                settleTimeout);
    }

    /** Without a list, returns the axis of an option with one value, for a sweep of one step. */
    private SweepAxis axis(LoadOptions load, WorkloadOptions workload) {
        List<SweepAxis> axes = axes(load, workload, false);
        if (axes.isEmpty()) {
            return axes(load, workload, true).stream()
                    .reduce((first, second) -> second)
                    .orElseThrow(() -> usageError("nothing to go over: give one of --threads, --rate, "
                            + workload.sweepableOptions() + " values, such as --threads=16,32,64"));
        }
        if (axes.size() > 1) {
            throw usageError(axes.stream()
                            .map(axis -> option(axis.parameter()) + " is " + axis)
                            .collect(Collectors.joining(" and "))
                    + ", but only one option may be a list");
        }
        return axes.get(0);
    }

    private static List<SweepAxis> axes(LoadOptions load, WorkloadOptions workload, boolean includeSingleValues) {
        return Stream.concat(load.axes(includeSingleValues).stream(), workload.axes(includeSingleValues).stream())
                .toList();
    }

    public static String option(SweepAxis.Parameter parameter) {
        return OptionNames.of(parameter.property());
    }
}
