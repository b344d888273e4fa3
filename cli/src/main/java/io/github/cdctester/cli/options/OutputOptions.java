// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.PlanBuilder;
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

/** Output: lines, files, meters and limits. */
public final class OutputOptions extends OptionGroup {

    /** The newest second stands below the lines there. */
    private static final int REPORT_INTERVAL_IN_PLACE = 10;

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

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = Places.Name.class,
            description = "Directory for result.json, report.html and more")
    private @Nullable Path out;

    @Option(names = "--overwrite", description = "Remove an earlier result from --out first")
    private boolean overwrite;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            converter = Places.Name.class,
            description = "Write JUnit XML of verdicts and limits")
    private @Nullable Path junit;

    @Option(names = "--json", description = "Print the result as JSON on standard output")
    private boolean json;

    @Option(
            names = "--prometheus",
            paramLabel = "[HOST:]PORT",
            converter = Places.Metrics.class,
            description = "Serve /metrics during the run (default host: 127.0.0.1)")
    private @Nullable InetSocketAddress prometheus;

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            converter = Places.Collector.class,
            description = "Send meters to this OpenTelemetry collector, such as http://127.0.0.1:4318")
    private @Nullable URI otlp;

    @Option(
            names = "--fail-if",
            paramLabel = "EXPR",
            description = "Exit code 3 if true, as 'delay.p99>500ms'; repeatable")
    private List<String> failIf = new ArrayList<>();

    @Option(
            names = "--ui",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = Places.ANY_PORT,
            converter = Places.Page.class,
            preprocessor = Places.Page.class,
            description = "Show live charts in a browser (default: free port)")
    private @Nullable InetSocketAddress ui;

    private boolean meanwhile;
    private LineDefaults ofLoads = LineDefaults.NONE;

    @Mixin
    private ScreenOptions screenOptions;

    @Option(names = "--quiet", description = "Print only the result")
    private boolean quiet;

    /** Takes the form of lines that the loads of a plan give. */
    public void takeFrom(LineDefaults loads) {
        ofLoads = loads;
    }

    /** The seconds between two lines; 0 for none. */
    public int reportInterval() {
        int seconds = LineDefaults.refuseNegative(lineOptions().reportInterval().orElse(1));
        return quiet || screenOptions.isSilent() ? 0 : seconds;
    }

    public LineFormat lines() {
        int every = reportInterval();
        LineDefaults given = lineOptions();
        return new LineFormat(
                Percentile.parse(given.percentile().orElse(String.valueOf(Defaults.PERCENTILE))),
                every,
                given.reportInterval().isEmpty() ? REPORT_INTERVAL_IN_PLACE : every);
    }

    private LineDefaults lineOptions() {
        return new LineDefaults(Optional.ofNullable(percentile), Optional.ofNullable(reportInterval)).or(ofLoads);
    }

    /** The directory of the result. */
    public Optional<Path> out() {
        return Optional.ofNullable(out);
    }

    /** Returns the directory, for a run that writes into it during the run: existing results are removed before. */
    public Optional<Path> outMeanwhile() {
        meanwhile = true;
        return out();
    }

    /** Returns true if something is written before the result. */
    public boolean isWrittenMeanwhile() {
        return meanwhile;
    }

    /** Returns true if an existing result is removed. */
    public boolean overwrites() {
        return overwrite;
    }

    /** The file of JUnit's XML. */
    public Optional<Path> junit() {
        return Optional.ofNullable(junit);
    }

    /** Returns true if the result goes to standard output as JSON. */
    public boolean json() {
        return json;
    }

    /** The address at which metrics are served. */
    public Optional<InetSocketAddress> prometheus() {
        return Optional.ofNullable(prometheus);
    }

    /** The loopback address of the live page, with port 0 for any that is free; empty for none. */
    public Optional<InetSocketAddress> ui() {
        return Optional.ofNullable(ui);
    }

    /** The address at which a collector takes metrics; empty for none. */
    public Optional<URI> otlp() {
        return Optional.ofNullable(otlp);
    }

    /** Sets the limits with which the run fails. */
    public void limit(PlanBuilder plan) {
        failIf.forEach(plan::failIf);
    }

    /** The limits with which the run fails. */
    public List<String> limits() {
        return List.copyOf(failIf);
    }

    /** Returns true if colours may be used. */
    public boolean color() {
        return screenOptions.color();
    }

    /** Returns how a terminal is used during a run. */
    public Screen.Manner manner() {
        return json ? Screen.Manner.NONE : quiet ? Screen.Manner.PLAIN : screenOptions.manner();
    }

    /** Returns true if only the result is shown. */
    public boolean quiet() {
        return quiet;
    }
}
