// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.terminal.ExperimentDisplay;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Trials;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.terminal.view.LiveRun;
import io.github.cdctester.cli.watch.LiveView;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.report.files.UsedDirectory;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.run.RunInterruptedException;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Provides the environment of a command's measurement: output directory, terminal, live page, published meters, and the output of the
 * result.
 */
public final class Session {

    @FunctionalInterface
    public interface Measurement<R extends Result> {
        R run(Session session) throws InterruptedException;
    }

    private static final int MAX_LISTED_LOADS = 3;

    private final AbstractCommand command;
    private final OutputOptions output;
    private final PrintWriter out;
    private final PrintWriter err;
    private final LiveView page;
    private final Optional<ResultFiles> files;
    private final Publishing publishing;
    private final Screen screen;
    private @Nullable RunFailedException writeFailure;

    private Session(
            AbstractCommand command,
            OutputOptions output,
            LiveView page,
            Optional<ResultFiles> files,
            Publishing publishing,
            Screen screen) {
        this.command = command;
        this.output = output;
        this.page = page;
        this.files = files;
        this.publishing = publishing;
        this.screen = screen;
        out = command.spec.commandLine().getOut();
        err = command.spec.commandLine().getErr();
    }

    /** {@code resumes}: the directory may contain the result of the matrix that continues. */
    public static void check(CommandLine command, OutputOptions output, boolean resumes) {
        output.lineFormat();
        output.out().ifPresent(directory -> OutDirectory.check(command, directory, output.isOverwriteGiven(), resumes));
    }

    public static RunResult run(AbstractCommand command, OutputOptions output, PlanBuilder plan)
            throws InterruptedException {
        return run(command, output, session -> session.withListeners(plan).run());
    }

    /** Reads to the current end of the log. */
    public static RunResult drain(AbstractCommand command, OutputOptions output, PlanBuilder plan)
            throws InterruptedException {
        return run(command, output, session -> {
            PlanBuilder planWithListeners = session.withListeners(plan);
            session.screen.liveRun().ifPresent(LiveRun::readUntilCurrentEnd);
            return planWithListeners.drain();
        });
    }

    private PlanBuilder withListeners(PlanBuilder plan) {
        publishing.registry().ifPresent(plan::meterRegistry);
        Plan builtPlan = plan.build();
        String title = title(command.spec.name(), builtPlan);
        screen.liveRun().ifPresent(live -> live.setTitle(title));
        page.beginRun(title, "", builtPlan);
        return plan.listener(display(builtPlan.window()));
    }

    public static <R extends Result> R run(AbstractCommand command, OutputOptions output, Measurement<R> measurement)
            throws InterruptedException {
        return run(command, output, measurement, (result, files) -> files.write(result));
    }

    /**
     * @param writer writes the files of {@code --out} at the end
     * @return the result, complete or marked as interrupted
     * @throws RunInterruptedException if the run failed; the partial result was printed and written
     * @throws RunFailedException if the result was printed, but cannot be written
     */
    public static <R extends Result> R run(
            AbstractCommand command,
            OutputOptions output,
            Measurement<R> measurement,
            BiConsumer<R, ResultFiles> writer)
            throws InterruptedException {
        PrintWriter err = command.spec.commandLine().getErr();
        PrintWriter progress =
                output.printsJson() ? err : command.spec.commandLine().getOut();
        try (LiveView page = LiveView.start(output.ui(), err)) {
            Optional<ResultFiles> files =
                    output.out().map(directory -> OutDirectory.open(directory, output.isOverwriteGiven()));
            boolean continues = !output.isOverwriteGiven()
                    && output.out().stream()
                            .anyMatch(path -> !UsedDirectory.resultNames(path).isEmpty());
            output.junit().ifPresent(file -> file.begin(command.spec.name(), continues));
            try (Publishing publishing = new Publishing(output, command::error);
                    Screen screen = Screen.open(progress, output.displayMode(), output.usesColor())) {
                return new Session(command, output, page, files, publishing, screen).measure(measurement, writer);
            }
        }
    }

    private <R extends Result> R measure(Measurement<R> measurement, BiConsumer<R, ResultFiles> writer)
            throws InterruptedException {
        try {
            if (output.writesDuringRun()) {
                files.ifPresent(ResultFiles::begin);
            }
            R result = measurement.run(this);
            finish(result, directory -> writer.accept(result, directory));
            reportFailure(result);
            return result;
        } catch (RunInterruptedException e) {
            finish(e.partialResult());
            throw withWriteFailure(e);
        } catch (NotRemovedException e) {
            finishIfMeasured(e);
            if (writeFailure != null) {
                e.addSuppressed(writeFailure); // its message contains all failures that it suppresses
            }
            throw e;
        } catch (Error e) {
            finishIfMeasured(e);
            if (writeFailure != null) {
                e.addSuppressed(writeFailure);
                command.error(String.valueOf(writeFailure.getMessage()));
            }
            throw e;
        } catch (RuntimeException e) {
            page.endWithFailure(e);
            throw e;
        }
    }

    public void showSeriesTitle(String name, Plan plan) {
        String title = title(name, plan);
        screen.liveRun().ifPresent(live -> live.setTitle(title));
        page.beginSeries(title, plan);
    }

    /** {@code text} is the content of the plan file. */
    public void showPlanTitle(String label, String text, Plan plan) {
        screen.liveRun().ifPresent(live -> live.setTitle(title("plan", plan)));
        page.beginRun(label, text, plan);
    }

    public static String title(String command, Plan plan) {
        List<String> names =
                plan.loads().stream().map(NamedLoad::name).distinct().toList();
        String omitted = names.size() <= MAX_LISTED_LOADS ? "" : " and " + (names.size() - MAX_LISTED_LOADS) + " more";
        String loads = names.stream().limit(MAX_LISTED_LOADS).collect(Collectors.joining(", ")) + omitted;
        return command + (loads.isEmpty() ? "" : " " + loads) + " at "
                + (plan.loads().isEmpty() ? plan.cdcEndpoint() : plan.endpoint()).address();
    }

    public Screen screen() {
        return screen;
    }

    public Optional<ResultFiles> files() {
        return files;
    }

    public Optional<MeterRegistry> registry() {
        return publishing.registry();
    }

    public RunDisplay display(Window window) {
        return new RunDisplay(screen, output.lineFormat(), window, page) {
            @Override
            public void consumer(String consumer, String message) {
                Session.this.screen.runWithoutStatus(() -> command.error(message));
            }
        };
    }

    /** The listener also writes intermediate results to the live page and to files. */
    public ExperimentListener experimentListener(Trials trials, PlanBuilder plan) {
        showSeriesTitle(command.spec.name(), plan.build());
        registry().ifPresent(plan::meterRegistry);
        return experimentListener(trials);
    }

    public ExperimentListener experimentListener(Trials trials) {
        return new ExperimentDisplay(screen, output.lineFormat(), page, trials) {
            @Override
            public void consumer(String consumer, String message) {
                Session.this.screen.runWithoutStatus(() -> command.error(message));
            }

            @Override
            public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
                printFailedRun(failedTrialName(trial), reason, failure);
            }

            @Override
            public void trialEnded(
                    TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                super.trialEnded(trial, result, soFar, remaining);
                Session.this.trialEnded(soFar);
            }
        };
    }

    private void trialEnded(ExperimentResult soFar) {
        page.setIntermediateResult(() -> Documents.page(soFar));
        if (soFar instanceof MatrixResult) {
            return; // a matrix writes its own files
        }
        List<Trial> trials = soFar.trials();
        write(directory -> directory.write(trials.get(trials.size() - 1)));
        write(directory -> directory.write(soFar));
    }

    private void printFailedRun(String trialName, String reason, RuntimeException failure) {
        screen.runWithoutStatus(() -> {
            if (command.verbose) {
                StringWriter trace = new StringWriter();
                failure.printStackTrace(new PrintWriter(trace));
                err.print(PlainText.lines(trace.toString()));
            }
            command.error(trialName + " failed: " + reason);
        });
    }

    /** A failure, such as a full disk, is thrown only at the end of the command. */
    private void write(Consumer<ResultFiles> action) {
        deferWriteFailure(() -> files.ifPresent(action));
    }

    private void deferWriteFailure(Runnable writing) {
        try {
            writing.run();
        } catch (RunFailedException e) {
            writeFailure = writeFailure == null ? e : writeFailure;
        }
    }

    private void finishIfMeasured(Throwable failure) {
        RunInterruptedException.resultOf(failure).ifPresent(this::finish);
        page.endWithFailure(failure);
    }

    private void finish(RunResult partial) {
        finish(partial, directory -> directory.write(partial));
    }

    /** A failure to write is kept, because the failure of the run must be reported with it. */
    private void finish(Result result, Consumer<ResultFiles> writing) {
        screen.clearStatus();
        if (output.printsJson()) {
            Formats.JSON.print(result, out);
        } else {
            if (!output.isQuiet()) {
                out.println(); // empty line between progress lines and result
            }
            Formats.text(screen.width().orElse(Formats.UNLIMITED_WIDTH)).print(result, out);
        }
        out.flush();
        write(writing);
        output.junit().ifPresent(file -> deferWriteFailure(() -> file.write(result)));
        page.endWithReport(Formats.HTML, result, output.out(), writeFailure == null ? null : writeFailure.getMessage());
    }

    private RunFailedException withWriteFailure(RunInterruptedException failure) {
        if (writeFailure == null) {
            return failure;
        }
        failure.addSuppressed(writeFailure);
        return new RunFailedException(failure.getMessage() + "; " + writeFailure.getMessage(), failure);
    }

    /** Throws if the result could not be written. */
    private void reportFailure(Result result) {
        String failure = failure(result);
        RunFailedException deferredFailure = writeFailure;
        if (deferredFailure != null) {
            // reports both, because a full disk may be the cause of the failure
            throw failure == null
                    ? deferredFailure
                    : new RunFailedException(failure + "; " + deferredFailure.getMessage(), deferredFailure);
        }
        if (failure != null) {
            command.error(failure);
        }
    }

    private static @Nullable String failure(Result result) {
        return result instanceof PlanResult plan
                ? plan.failure()
                : result instanceof ExperimentResult experiment ? experiment.failure() : null;
    }
}
