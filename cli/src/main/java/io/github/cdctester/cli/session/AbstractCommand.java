// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.manual.HelpPages;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.internal.report.files.OutputLock;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.RunResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@link #call} returns the exit code. */
@Command(versionProvider = VersionLines.class, sortOptions = false)
public abstract class AbstractCommand implements Callable<Integer> {

    private static final int LAST_ORDER = 1_000;

    /** Replaced by the interruption of the process. */
    public Interruption interruption = new Interruption();

    @Spec
    public CommandSpec spec;

    @Option(names = "--verbose", order = LAST_ORDER, description = "Show the stack trace of a failure")
    public boolean verbose;

    @SuppressWarnings("UnusedVariable") // read by picocli
    @Option(
            names = {"-h", "--help", HelpPages.HELP_ALL_OPTION},
            usageHelp = true,
            order = LAST_ORDER,
            description = "Show the usual options, or all, and exit")
    private boolean help;

    @SuppressWarnings("UnusedVariable") // read by picocli
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            order = LAST_ORDER,
            description = "Print the version and exit")
    private boolean version;

    private @Nullable OutputLock outputLock;

    /** Must be called before the command starts anything. Until {@link #end}, no other run can use the directory of {@code --out}. */
    public final void begin(OutputOptions output) {
        begin(output.out(), output.isOverwriteGiven(), false);
    }

    /** {@code resumes}: the directory may contain the result of the matrix that continues. */
    public final void begin(Optional<Path> out, boolean overwrites, boolean resumes) {
        interruption.begin();
        outputLock = out.map(directory -> OutDirectory.lock(spec.commandLine(), directory, overwrites, resumes))
                .orElse(null);
    }

    final void end() {
        if (outputLock != null) {
            outputLock.close();
            outputLock = null;
        }
    }

    /** Starts nothing. Returns the planned time (find-max: of one run); zero if unknown. */
    public Duration plannedTime() {
        return Duration.ZERO;
    }

    /** Ctrl-C is a planned end, with verdict and checks. */
    public final boolean isCutShort(RunResult result) {
        return result.interrupted() && !interruption.isCtrlC();
    }

    public final ParameterException usageError(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    public final boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    public final void println(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }

    public final void error(String line) {
        spec.commandLine().getErr().println("cdc-tester: " + PlainText.line(line));
        spec.commandLine().getErr().flush();
    }
}
