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
 * Options that decide when a load's transactions start.
 *
 * @param rateFactor factor for the rate in a workload file of {@code learn}, or {@code max} to ignore this rate
 * @param conflictException creates the exception for contradictory or invalid options from its message
 */
public record LoadChoice(
        int threads,
        Optional<Rate> rate,
        Optional<Arrivals> arrivals,
        Optional<String> rateFactor,
        Function<String, RuntimeException> conflictException) {

    /** Without a rate, returns a closed loop. Throws if arrivals are set without a rate. */
    public LoadSpec load() {
        if (rate.isEmpty() && arrivals.isPresent()) {
            throw conflictException.apply(
                    "--arrivals is " + arrivals.get().name().toLowerCase(Locale.ROOT)
                            + ", but there is no --rate: without one, each worker starts when it is ready");
        }
        return rate.isEmpty() ? LoadSpec.closedLoop(threads) : openLoop(rate.get());
    }

    /** The options' rate takes precedence over {@code defaultRate}. */
    public LoadSpec.OpenLoop openLoop(Rate defaultRate) {
        return new LoadSpec.OpenLoop(threads, rate.orElse(defaultRate), arrivals.orElse(Defaults.ARRIVALS));
    }

    /**
     * Applies the workload file's rate, multiplied by the factor. Returns {@code load} unchanged if the factor is {@code max},
     * {@code load} has a rate, or the file has none. In the last two cases, throws if a factor is set.
     */
    public LoadSpec atWorkloadRate(WorkloadSpec workload, LoadSpec load) {
        Optional<Rate> fileRate = workload.rate();
        String factor = rateFactor.orElse("1");
        if (rateFactor.isPresent() && fileRate.isEmpty()) {
            throw conflictException.apply(
                    "--rate-factor is " + factor + ", but there is no --workload-file with a rate, as learn writes it");
        }
        if (rateFactor.isPresent() && load instanceof LoadSpec.OpenLoop) {
            throw conflictException.apply("--rate-factor is given, but --rate too: both set when transactions start");
        }
        if (fileRate.isEmpty() || factor.equals("max") || load instanceof LoadSpec.OpenLoop) {
            return load;
        }
        double multiplier = factor.matches("\\d{1,6}(\\.\\d{1,6})?") ? Double.parseDouble(factor) : 0;
        if (multiplier <= 0) {
            throw conflictException.apply(
                    "--rate-factor: " + factor + ", must be a number above 0 such as 0.5 or 10, or max");
        }
        return LoadSpec.openLoop(load.threads(), fileRate.get().times(multiplier), workload.arrivals());
    }

    /** Error codes are separated by commas, or {@code all}. Returns empty if the text is invalid. */
    public static Optional<LoadSpec.IgnoredErrors> ignoredErrors(String text) {
        if (text.equals("all")) {
            return Optional.of(new LoadSpec.IgnoredErrors(true, Set.of()));
        }
        Set<Integer> codes = new TreeSet<>();
        for (String code : text.isBlank() ? new String[0] : text.split(",")) {
            if (!code.strip().matches("\\d{1,6}")) {
                return Optional.empty();
            }
            codes.add(Integer.parseInt(code.strip()));
        }
        return Optional.of(new LoadSpec.IgnoredErrors(false, codes));
    }
}
