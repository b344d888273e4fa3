// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.ListableValue;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.catalog.LoadChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public final class LoadOptions extends OptionGroup {

    private static final ListableValue<Optional<Rate>> NO_RATE = ListableValue.of(Optional.empty());
    private static final ListableValue<Integer> ONE_THREAD = ListableValue.of(1);

    @Option(
            names = {"--threads", "--terminals"},
            paramLabel = "N",
            converter = ListableValue.Counts.class,
            description = "Workers, each with a connection; --terminals only for tpcc (default: 1)")
    private ListableValue<Integer> threads = ONE_THREAD;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = ListableValue.Rates.class,
            description = "Transactions started per second; 0: closed loop; or a ramp '0..9000 over 60s' (default: 0;"
                    + " find-max: 1000)")
    private ListableValue<Optional<Rate>> rate = NO_RATE;

    @Option(
            names = "--arrivals",
            paramLabel = "TYPE",
            description = "With --rate: constant or poisson intervals between starts (default: constant)")
    private @Nullable Arrivals arrivals;

    @Option(
            names = "--rate-factor",
            paramLabel = "N",
            description = "Factor for the rate of a learned --workload-file, or max: closed loop (default: 1)")
    private @Nullable String rateFactor;

    @Option(
            names = "--ignore-errors",
            paramLabel = "CODES",
            description = "Error codes after which a transaction is retried, or all (default: 1213,1020,1205)")
    private String ignoreErrors = "1213,1020,1205";

    /** If an option is a list, uses its first value. */
    public LoadSpec load() {
        return choice().load();
    }

    /** {@code defaultRate} is per second. */
    public LoadSpec.OpenLoop openLoop(double defaultRate) {
        if (rate != NO_RATE && rate.first().isEmpty()) {
            throw usageError("--rate: 0, must be a start rate above 0: a closed loop has no rate to search");
        }
        return choice().openLoop(Rate.perSecond(defaultRate));
    }

    /** Uses the rate of a learned workload file, unless the options contain another rate. */
    public LoadSpec withLearnedRate(WorkloadSpec workload, LoadSpec load) {
        return choice().atWorkloadRate(workload, load);
    }

    private LoadChoice choice() {
        return new LoadChoice(
                threads.first(),
                rate.first(),
                Optional.ofNullable(arrivals),
                Optional.ofNullable(rateFactor),
                this::usageError);
    }

    List<SweepAxis> axes(boolean includeSingleValues) {
        List<SweepAxis> axes = new ArrayList<>();
        if (threads.isList() || includeSingleValues && threads != ONE_THREAD) {
            axes.add(threads.axis(SweepAxis.Parameter.THREADS, Integer::doubleValue));
        }
        boolean isSteady = rate.first().filter(Rate.Steady.class::isInstance).isPresent();
        if (rate.isList() || includeSingleValues && isSteady) {
            axes.add(rate.axis(
                    SweepAxis.Parameter.RATE, value -> value.orElseThrow().perSecond()));
        }
        return axes;
    }

    public LoadSpec.IgnoredErrors ignoredErrors() {
        return LoadChoice.ignoredErrors(ignoreErrors)
                .orElseThrow(() -> usageError(
                        "--ignore-errors: " + ignoreErrors + ", must be error codes with commas between, or all"));
    }
}
