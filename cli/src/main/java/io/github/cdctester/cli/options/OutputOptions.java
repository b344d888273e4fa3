// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.JUnitFile;
import io.github.cdctester.cli.options.value.LocationConverters;
import io.github.cdctester.cli.terminal.LineFormat;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.terminal.view.Percentile;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.internal.scenario.LineDefaults;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

public final class OutputOptions extends OptionGroup {

    /** A terminal also shows the latest second below the lines. */
    private static final int TERMINAL_INTERVAL_SECONDS = 10;

    @Option(
            names = "--report-interval",
            paramLabel = "N",
            description = "Print a line every N seconds; 0: none (default: 1, on a terminal 10)")
    private @Nullable Integer reportInterval;

    @Option(
            names = "--percentile",
            paramLabel = "N[,N...]",
            description = "Latency percentiles of that line, such as 50,95,99.9; 0: none (default: 95)")
    private @Nullable String percentile;

    @Mixin
    private ResultOptions result;

    @Option(names = "--json", description = "Print the result as JSON on standard output")
    private boolean printsJson;

    @Option(
            names = "--prometheus",
            paramLabel = "[HOST:]PORT",
            converter = LocationConverters.Metrics.class,
            description = "Serve /metrics during the run (default host: 127.0.0.1)")
    private @Nullable InetSocketAddress prometheus;

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            converter = LocationConverters.Collector.class,
            description = "Send meters to this OpenTelemetry collector, such as http://127.0.0.1:4318")
    private @Nullable URI otlp;

    @Option(
            names = "--fail-if",
            paramLabel = "EXPR",
            description = "Exit code 3 if true, such as 'delay.p99>500ms'; repeatable")
    private List<String> failIf = new ArrayList<>();

    @Option(
            names = "--ui",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = LocationConverters.ANY_PORT,
            converter = LocationConverters.Page.class,
            preprocessor = LocationConverters.Page.class,
            description = "Show live charts in a browser (default: free port)")
    private @Nullable InetSocketAddress ui;

    private boolean writesDuringRun;
    private LineDefaults planDefaults = LineDefaults.NONE;

    @Mixin
    private ScreenOptions screenOptions;

    @Option(names = "--quiet", description = "Print only the result")
    private boolean isQuiet;

    /** Options of the command take precedence. */
    public void setPlanDefaults(LineDefaults lineDefaults) {
        planDefaults = lineDefaults;
    }

    public LineFormat lineFormat() {
        LineDefaults lines =
                new LineDefaults(Optional.ofNullable(percentile), Optional.ofNullable(reportInterval)).or(planDefaults);
        int seconds = LineDefaults.refuseNegative(lines.reportInterval().orElse(1));
        int intervalSeconds = isQuiet || screenOptions.isSilent() ? 0 : seconds;
        return new LineFormat(
                Percentile.parse(lines.percentile().orElse(String.valueOf(Defaults.PERCENTILE))),
                intervalSeconds,
                lines.reportInterval().isEmpty() ? TERMINAL_INTERVAL_SECONDS : intervalSeconds);
    }

    public Optional<Path> out() {
        return result.out();
    }

    /**
     * Returns the directory for files that are written during the run. With {@code --overwrite}, an existing result is then deleted
     * before the run.
     */
    public Optional<Path> outForRunFiles() {
        writesDuringRun = true;
        return out();
    }

    public boolean writesDuringRun() {
        return writesDuringRun;
    }

    public boolean isOverwriteGiven() {
        return result.overwrites();
    }

    public Optional<JUnitFile> junit() {
        return result.junit();
    }

    public boolean printsJson() {
        return printsJson;
    }

    public Optional<InetSocketAddress> prometheus() {
        return Optional.ofNullable(prometheus);
    }

    /** Port 0 means any free port. */
    public Optional<InetSocketAddress> ui() {
        return Optional.ofNullable(ui);
    }

    public Optional<URI> otlp() {
        return Optional.ofNullable(otlp);
    }

    public List<String> limits() {
        return List.copyOf(failIf);
    }

    public boolean usesColor() {
        return screenOptions.usesColor();
    }

    public Screen.DisplayMode displayMode() {
        return printsJson
                ? Screen.DisplayMode.WITHOUT_TERMINAL
                : isQuiet ? Screen.DisplayMode.PLAIN : screenOptions.displayMode();
    }

    public boolean isQuiet() {
        return isQuiet;
    }
}
