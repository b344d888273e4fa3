// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.experiment.SweepAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How transactions are started. */
public final class LoadOptions extends OptionGroup {

    private static final Listed<Optional<Rate>> NO_RATE = Listed.of(Optional.empty());
    private static final Listed<Integer> ONE_THREAD = Listed.of(1);

    @Option(
            names = {"--threads", "--terminals"},
            paramLabel = "N",
            converter = Listed.Counts.class,
            description = "Workers, each with a connection (default: 1)")
    private Listed<Integer> threads = ONE_THREAD;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = Listed.Rates.class,
            description = "Transactions started per second; 0: closed loop; or a ramp '0..9000 over 60s' (default: 0;"
                    + " find-max: 1000)")
    private Listed<Optional<Rate>> rate = NO_RATE;

    @Option(
            names = "--arrivals",
            paramLabel = "TYPE",
            description = "With --rate: constant or poisson intervals between starts (default: constant)")
    private @Nullable Arrivals arrivals;

    @Option(
            names = "--rate-factor",
            paramLabel = "N",
            description = "Times the rate of a learned --workload-file, or max: closed loop (default: 1)")
    private @Nullable String rateFactor;

    @Option(
            names = "--ignore-errors",
            paramLabel = "CODES",
            description = "Error codes after which a transaction is retried, or all (default: 1213,1020,1205)")
    private String ignoreErrors = "1213,1020,1205";

    /** Makes a load of the options; if one is a list, of its first value. */
    public LoadSpec load() {
        Rate starts = rate.first().orElse(null);
        if (starts == null && arrivals != null) {
            throw usage("--arrivals is " + arrivals.name().toLowerCase(Locale.ROOT)
                    + ", but there is no --rate: without one, each worker starts when it is ready");
        }
        return starts == null
                ? LoadSpec.closedLoop(threads.first())
                : LoadSpec.openLoop(threads.first(), starts, Objects.requireNonNullElse(arrivals, Defaults.ARRIVALS));
    }

    /**
     * Creates an open loop from the options, for a search over rates.
     *
     * @param otherwise the default first rate
     */
    public LoadSpec.OpenLoop openLoop(double otherwise) {
        return new LoadSpec.OpenLoop(
                threads.first(),
                rate.first().orElseGet(() -> Rate.perSecond(otherwise)),
                Objects.requireNonNullElse(arrivals, Defaults.ARRIVALS));
    }

    /** Starts the transactions of a file with a rate at a multiple of that rate, unless another option sets the start times. */
    public LoadSpec atOwnRate(WorkloadSpec workload, LoadSpec load) {
        Optional<Rate> own = workload.rate();
        if (rateFactor != null && own.isEmpty()) {
            throw usage("--rate-factor is " + rateFactor
                    + ", but there is no --workload-file with a rate, as learn writes it");
        }
        if (rateFactor != null && load instanceof LoadSpec.OpenLoop) {
            throw usage("--rate-factor is given, but --rate too: both say when transactions start");
        }
        if (own.isEmpty() || "max".equals(rateFactor) || load instanceof LoadSpec.OpenLoop) {
            return load;
        }
        return LoadSpec.openLoop(load.threads(), own.get().times(factor()), workload.arrivals());
    }

    private double factor() {
        double factor = rateFactor == null
                ? 1
                : rateFactor.matches("\\d{1,6}(\\.\\d{1,6})?") ? Double.parseDouble(rateFactor) : 0;
        if (factor <= 0) {
            throw usage("--rate-factor: " + rateFactor + ", must be a number above 0 such as 0.5 or 10, or max");
        }
        return factor;
    }

    List<SweepAxis> axes(boolean ofOneValue) {
        List<SweepAxis> axes = new ArrayList<>();
        if (threads.isList() || ofOneValue && threads != ONE_THREAD) {
            axes.add(threads.axis(SweepAxis.Parameter.THREADS, Integer::doubleValue));
        }
        boolean isSteady = rate.first().filter(Rate.Steady.class::isInstance).isPresent();
        if (rate.isList() || ofOneValue && isSteady) {
            axes.add(
                    rate.axis(SweepAxis.Parameter.RATE, one -> one.orElseThrow().perSecond()));
        }
        return axes;
    }

    public LoadSpec.IgnoredErrors ignoredErrors() {
        return ignoredErrors(ignoreErrors)
                .orElseThrow(() -> usage(
                        "--ignore-errors: " + ignoreErrors + ", must be error codes with commas between, or all"));
    }

    /**
     * Reads errors to ignore.
     *
     * @param written error codes with commas between, or {@code all}
     * @return the errors; empty if they are written in another form
     */
    public static Optional<LoadSpec.IgnoredErrors> ignoredErrors(String written) {
        if (written.equals("all")) {
            return Optional.of(new LoadSpec.IgnoredErrors(true, Set.of()));
        }
        Set<Integer> codes = new TreeSet<>();
        for (String code : written.isBlank() ? new String[0] : written.split(",")) {
            if (!code.strip().matches("\\d{1,6}")) {
                return Optional.empty();
            }
            codes.add(Integer.parseInt(code.strip()));
        }
        return Optional.of(new LoadSpec.IgnoredErrors(false, codes));
    }
}
