// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Window;
import java.time.Duration;
import picocli.CommandLine.Option;

/** When a run measures. */
public final class WindowOptions {

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            converter = Converters.Seconds.class,
            description = "how long to measure; 0: no limit; default: 10")
    private Duration time = Defaults.MEASURE;

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
        return new Window(warmUp, time, events, drainTimeout);
    }
}
