// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public final class WindowOptions extends OptionGroup {

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "Length of the measured part; 0: no limit (default: 10; find-max: 20)")
    private @Nullable Duration time;

    @Option(names = "--events", paramLabel = "N", description = "End after N transactions; 0: no limit (default: 0)")
    private long events;

    @Option(
            names = "--warmup-time",
            paramLabel = "SECONDS",
            description = "Warm-up load, not measured (default: 0; find-max: 3; judge: 5)")
    private @Nullable Duration warmUp;

    @Option(
            names = "--drain-timeout",
            paramLabel = "SECONDS",
            description = "Longest wait for the end of the stream after the last write (default: 60)")
    private Duration drainTimeout = Defaults.DRAIN_TIMEOUT;

    public Window window(Duration defaultWarmUp, Duration defaultTime) {
        return new Window(
                Objects.requireNonNullElse(warmUp, defaultWarmUp),
                Objects.requireNonNullElse(time, defaultTime),
                events,
                drainTimeout);
    }

    /** {@code countOption} names the given option that sets the number of transactions. */
    public Window window(WorkloadSpec workload, Optional<String> countOption, Duration defaultWarmUp) {
        if (events > 0 && countOption.isPresent()) {
            throw usageError(countOption.get() + " is " + workload.transactions()
                    + ", but --events is given too: give one of them");
        }
        Duration defaultTime = workload.transactions() == 0 ? Defaults.MEASURE : Duration.ZERO;
        return workload.fitted(window(defaultWarmUp, defaultTime));
    }
}
