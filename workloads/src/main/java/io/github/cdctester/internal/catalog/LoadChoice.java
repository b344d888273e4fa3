// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.catalog;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkloadSpec;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The options for the start times of a load's transactions.
 *
 * @param rateFactor times the rate of a learned workload file, or {@code max}
 * @param wrong makes a failure of options that do not fit together
 */
public record LoadChoice(
        int threads,
        Optional<Rate> rate,
        Optional<Arrivals> arrivals,
        Optional<String> rateFactor,
        Function<String, RuntimeException> wrong) {

    /** Returns an open loop if there is a rate, else a closed one. */
    public LoadSpec load() {
        if (rate.isEmpty() && arrivals.isPresent()) {
            throw wrong.apply("--arrivals is " + arrivals.get().name().toLowerCase(Locale.ROOT)
                    + ", but there is no --rate: without one, each worker starts when it is ready");
        }
        return rate.isEmpty() ? LoadSpec.closedLoop(threads) : openLoop(rate.get());
    }

    /** Returns an open loop at the rate of the options, or else at another one. */
    public LoadSpec.OpenLoop openLoop(Rate otherwise) {
        return new LoadSpec.OpenLoop(threads, rate.orElse(otherwise), arrivals.orElse(Defaults.ARRIVALS));
    }

    /** Returns {@code load} at the rate of the workload's file times the factor, unless it sets its own rate. */
    public LoadSpec atOwnRate(WorkloadSpec workload, LoadSpec load) {
        Optional<Rate> own = workload.rate();
        String factor = rateFactor.orElse("1");
        if (rateFactor.isPresent() && own.isEmpty()) {
            throw wrong.apply(
                    "--rate-factor is " + factor + ", but there is no --workload-file with a rate, as learn writes it");
        }
        if (rateFactor.isPresent() && load instanceof LoadSpec.OpenLoop) {
            throw wrong.apply("--rate-factor is given, but --rate too: both say when transactions start");
        }
        if (own.isEmpty() || factor.equals("max") || load instanceof LoadSpec.OpenLoop) {
            return load;
        }
        double times = factor.matches("\\d{1,6}(\\.\\d{1,6})?") ? Double.parseDouble(factor) : 0;
        if (times <= 0) {
            throw wrong.apply("--rate-factor: " + factor + ", must be a number above 0 such as 0.5 or 10, or max");
        }
        return LoadSpec.openLoop(load.threads(), own.get().times(times), workload.arrivals());
    }

    /**
     * Reads errors to ignore.
     *
     * @param written error codes with commas between, or {@code all}
     * @return the errors; empty if the text has another form
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
