// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.PlanBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is shown and where it goes. */
public final class OutputOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--report-interval", paramLabel = "N", description = "a line every N seconds; 0: none; default: 1")
    private int reportInterval = 1;

    @Option(
            names = "--percentile",
            paramLabel = "N",
            description = "the latency percentile in that line, 1 to 100; default: ${DEFAULT-VALUE}")
    private int percentile = 95;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "write result.json and samples.csv there; of several runs also their tables")
    private @Nullable Path out;

    @Option(names = "--json", description = "the result as JSON on standard output, everything else on standard error")
    private boolean json;

    @Option(
            names = "--prometheus",
            paramLabel = "[HOST:]PORT",
            description = "serve /metrics while the run goes on; on loopback unless a host is given")
    private @Nullable String prometheus;

    @Option(
            names = "--fail-if",
            paramLabel = "EXPR",
            description =
                    "exit code 3 if this is true of the result, such as 'delay.p99>500ms'; may be given several times")
    private List<String> failIf = new ArrayList<>();

    @Option(names = "--no-color", description = "no colours, also on a terminal")
    private boolean noColor;

    @Option(names = "--quiet", description = "only the result")
    private boolean quiet;

    /** Creates the options, for picocli. */
    public OutputOptions() {}

    /**
     * Tells how often a line is shown.
     *
     * @return seconds; 0 for never
     * @throws ParameterException if it is negative
     */
    public int reportInterval() {
        if (reportInterval < 0) {
            throw usage("--report-interval is " + reportInterval + ", but must be a whole number from 0");
        }
        return quiet ? 0 : reportInterval;
    }

    /**
     * Tells the latency percentile to show.
     *
     * @return 1 to 100
     * @throws ParameterException if it is out of range
     */
    public int percentile() {
        if (percentile < 1 || percentile > 100) {
            throw usage("--percentile is " + percentile + ", but must be a whole number from 1 to 100");
        }
        return percentile;
    }

    /**
     * Tells where the result is written to.
     *
     * @return a directory, if one is given
     * @throws ParameterException if its name is empty, which would be the present directory
     */
    public Optional<Path> out() {
        if (out != null && out.toString().isBlank()) {
            throw usage("--out is empty, but must be a directory's name; '.' for the present one");
        }
        return Optional.ofNullable(out);
    }

    /**
     * Tells whether the result goes to standard output as JSON.
     *
     * @return whether it does
     */
    public boolean json() {
        return json;
    }

    /**
     * Tells where to serve metrics.
     *
     * @return host and port, if asked for
     * @throws ParameterException if it has another form
     */
    public Optional<java.net.InetSocketAddress> prometheus() {
        if (prometheus == null) {
            return Optional.empty();
        }
        int colon = prometheus.lastIndexOf(':');
        String port = prometheus.substring(colon + 1);
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
            throw usage("--prometheus is " + (prometheus.isBlank() ? "empty" : prometheus)
                    + ", but must be PORT or HOST:PORT");
        }
        String host = colon < 0 ? "127.0.0.1" : prometheus.substring(0, colon);
        return Optional.of(new java.net.InetSocketAddress(host, Integer.parseInt(port)));
    }

    /**
     * Hands over the comparisons with which the run fails.
     *
     * @param plan takes them, and refuses those that make no sense
     */
    public void limit(PlanBuilder plan) {
        failIf.forEach(plan::failIf);
    }

    /**
     * Lists the comparisons with which the run fails.
     *
     * @return as they were written
     */
    public List<String> limits() {
        return List.copyOf(failIf);
    }

    /**
     * Tells whether colours may be used.
     *
     * @return whether they may, on a terminal
     */
    public boolean color() {
        return !noColor && System.getenv("NO_COLOR") == null;
    }

    /**
     * Tells whether only the result is shown.
     *
     * @return whether it is
     */
    public boolean quiet() {
        return quiet;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
