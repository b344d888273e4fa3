// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.workload.largetx.LargeTransactionSpec;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** When a run measures. */
public final class WindowOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            converter = Converters.Seconds.class,
            description = "how long to measure; 0: no limit; default: 10, with --trx-count no limit")
    private @Nullable Duration time;

    @Option(names = "--events", paramLabel = "N", description = "end after so many transactions; default: 0, no limit")
    private long events;

    @Option(
            names = "--warmup-time",
            paramLabel = "SECONDS",
            converter = Converters.Seconds.class,
            description = "load that no total contains, before the measured part; default: 0")
    private Duration warmUp = Defaults.WARM_UP;

    @Option(
            names = "--drain-timeout",
            paramLabel = "SECONDS",
            converter = Converters.Seconds.class,
            description = "how long to wait for the end of the stream after the last write; default: 60")
    private Duration drainTimeout = Defaults.DRAIN_TIMEOUT;

    /** Creates the options, for picocli. */
    public WindowOptions() {}

    /**
     * Makes a window of the options.
     *
     * @return the window
     */
    public Window window() {
        return new Window(warmUp, Objects.requireNonNullElse(time, Defaults.MEASURE), events, drainTimeout);
    }

    /**
     * Makes a window for a workload; large transactions bring a number of their own.
     *
     * @param workload what is written
     * @return the window
     * @throws ParameterException if both numbers are given
     */
    public Window window(WorkloadSpec workload) {
        if (!(workload instanceof LargeTransactionSpec large)) {
            return window();
        }
        if (events > 0 && spec.commandLine().getParseResult().hasMatchedOption("--trx-count")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--trx-count is " + large.transactions() + ", but --events is given too: give one of them");
        }
        Duration otherwise = large.transactions() == 0 ? Defaults.MEASURE : Duration.ZERO;
        return large.fitted(new Window(warmUp, Objects.requireNonNullElse(time, otherwise), events, drainTimeout));
    }
}
