// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.OutputOptions;
import io.github.cdctester.cli.session.OutDirectory;
import io.github.cdctester.cli.session.Publishing;
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
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Everything around a measurement on the command line: output directory, terminal, live page, published meters, and the final
 * result. A command only defines the runs.
 */
final class Session {

    /** The work of a command; it reports its steps to the session, and uses its displays. */
    @FunctionalInterface
    interface Measurement<R extends Result> {
        R run(Session session) throws InterruptedException;

        /** Writes the files of {@code --out} at the end. */
        default void write(R result, ResultFiles files) {
            files.write(result);
        }
    }

    private static final int MAX_NAMES = 3;

    private final AbstractCommand command;
    private final OutputOptions output;
    private final PrintWriter out;
    private final PrintWriter err;
    private final LiveView page;
    private final Optional<ResultFiles> files;
    private final Publishing meters;
    private final Screen screen;
    private @Nullable RunFailedException notWritten;

    private Session(
            AbstractCommand command,
            OutputOptions output,
            LiveView page,
            Optional<ResultFiles> files,
            Publishing meters,
            Screen screen) {
        this.command = command;
        this.output = output;
        this.page = page;
        this.files = files;
        this.meters = meters;
        this.screen = screen;
        out = command.spec.commandLine().getOut();
        err = command.spec.commandLine().getErr();
    }

    /** Refuses wrong values, and a used directory unless {@code resumes}, before anything is started. */
    static void check(CommandLine command, OutputOptions output, boolean resumes) {
        output.lines();
        output.out().ifPresent(directory -> OutDirectory.refuseUsed(command, directory, output.overwrites(), resumes));
    }

    /** Runs one plan until its time is up or it is stopped, and shows and writes its result. */
    static RunResult run(AbstractCommand command, OutputOptions output, PlanBuilder plan) throws InterruptedException {
        return run(command, output, session -> session.listeningTo(plan).run());
    }

    /** Runs a plan in a directory, and removes an earlier result from it at once. */
    static RunResult runInto(AbstractCommand command, OutputOptions output, PlanBuilder plan)
            throws InterruptedException {
        return run(command, output, session -> {
            session.files.ifPresent(ResultFiles::begin);
            return session.listeningTo(plan).run();
        });
    }

    /** Reads up to the end that the log has now, and shows and writes the result. */
    static RunResult drain(AbstractCommand command, OutputOptions output, PlanBuilder plan)
            throws InterruptedException {
        return run(command, output, session -> {
            PlanBuilder listening = session.listeningTo(plan);
            session.screen.live().ifPresent(LiveRun::untilPresentEnd);
            return listening.drain();
        });
    }

    private PlanBuilder listeningTo(PlanBuilder plan) {
        return listeningTo(plan, new RunListener() {});
    }

    /** Runs a plan with an additional listener. */
    PlanBuilder listeningTo(PlanBuilder plan, RunListener other) {
        meters.registry().ifPresent(plan::meterRegistry);
        Plan built = plan.build();
        String title = title(command.spec.name(), built);
        screen.live().ifPresent(live -> live.title(title));
        page.begins(title, "", built);
        return plan.listener(display(built.window()).andThen(other));
    }

    /**
     * Runs a measurement, and shows and writes its result.
     *
     * @return the result, complete or marked as interrupted
     * @throws RunInterruptedException after the partial result was shown and written
     * @throws RunFailedException if the result cannot be written; after it was shown
     */
    static <R extends Result> R run(AbstractCommand command, OutputOptions output, Measurement<R> measurement)
            throws InterruptedException {
        PrintWriter err = command.spec.commandLine().getErr();
        PrintWriter progress = output.json() ? err : command.spec.commandLine().getOut();
        try (LiveView page = LiveView.start(output.ui(), err)) {
            Optional<ResultFiles> files = OutDirectory.open(output);
            try {
                output.junit().ifPresent(ResultFiles::besides);
                try (Publishing meters = Publishing.start(output, err);
                        Screen screen = Screen.open(progress, output.manner(), output.color())) {
                    return new Session(command, output, page, files, meters, screen).measure(measurement);
                }
            } finally {
                files.ifPresent(ResultFiles::removeIfEmpty);
            }
        }
    }

    private <R extends Result> R measure(Measurement<R> measurement) throws InterruptedException {
        try {
            R result = measurement.run(this);
            finish(result, directory -> measurement.write(result, directory));
            return result;
        } catch (RunInterruptedException e) {
            finish(e.partialResult());
            throw e;
        } catch (Error e) {
            for (Throwable kept : e.getSuppressed()) {
                if (kept instanceof RunInterruptedException partial) {
                    finish(partial.partialResult());
                }
            }
            page.fails(e);
            throw e;
        } catch (RuntimeException e) {
            page.fails(e);
            throw e;
        }
    }

    /** Names an experiment of several runs, one after another. */
    void beginsSeries(String name, Plan plan) {
        String title = title(name, plan);
        screen.live().ifPresent(live -> live.title(title));
        page.beginsSeries(title, plan);
    }

    /** Names a plan file's experiment, of which {@code text} is the file. */
    void beginsPlan(String label, String text, Plan plan) {
        screen.live().ifPresent(live -> live.title(title("plan", plan)));
        page.begins(label, text, plan);
    }

    /** Describes what a command does and where, in a few words. */
    static String title(String command, Plan plan) {
        List<String> names =
                plan.loads().stream().map(NamedLoad::name).distinct().toList();
        String more = names.size() <= MAX_NAMES ? "" : " and " + (names.size() - MAX_NAMES) + " more";
        String what = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", ")) + more;
        return command + (what.isEmpty() ? "" : " " + what) + " at "
                + (plan.loads().isEmpty() ? plan.cdcEndpoint() : plan.endpoint()).address();
    }

    Screen screen() {
        return screen;
    }

    Optional<ResultFiles> files() {
        return files;
    }

    Optional<MeterRegistry> registry() {
        return meters.registry();
    }

    /** Shows a run with the length of {@code window}. */
    RunDisplay display(Window window) {
        return new RunDisplay(screen, output.lines(), window, page) {
            @Override
            public void consumer(String consumer, String message) {
                Session.this.screen.aside(() -> command.error(message));
            }
        };
    }

    /** Shows the trials of {@code plan}; intermediate results go to the page and into files. */
    ExperimentListener experiment(Trials trials, PlanBuilder plan) {
        beginsSeries(command.spec.name(), plan.build());
        registry().ifPresent(plan::meterRegistry);
        return experiment(trials);
    }

    ExperimentListener experiment(Trials trials) {
        return new ExperimentDisplay(screen, output.lines(), page, trials) {
            @Override
            public void consumer(String consumer, String message) {
                Session.this.screen.aside(() -> command.error(message));
            }

            @Override
            public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
                runFailed(failed(trial), reason, failure);
            }

            @Override
            public void trialEnded(
                    TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining left) {
                super.trialEnded(trial, result, soFar, left);
                Session.this.trialEnded(soFar);
            }
        };
    }

    private void trialEnded(ExperimentResult soFar) {
        page.soFar(() -> Documents.page(soFar));
        if (soFar instanceof MatrixResult) {
            return; // a matrix writes itself
        }
        List<Trial> trials = soFar.trials();
        write(directory -> directory.write(trials.get(trials.size() - 1)));
        write(directory -> directory.write(soFar));
    }

    /** Prints one line about a failed run. */
    private void runFailed(String which, String reason, RuntimeException failure) {
        screen.aside(() -> {
            if (command.verbose) {
                StringWriter trace = new StringWriter();
                failure.printStackTrace(new PrintWriter(trace));
                err.print(PlainText.lines(trace.toString()));
            }
            command.error(which + " failed: " + reason);
        });
    }

    /** Writes to the output directory, if there is one; a full disk must not end the command. */
    private void write(Consumer<ResultFiles> action) {
        deferring(() -> files.ifPresent(action));
    }

    private void deferring(Runnable writing) {
        try {
            writing.run();
        } catch (RunFailedException e) {
            notWritten = notWritten == null ? e : notWritten;
        }
    }

    private void finish(RunResult partial) {
        finish(partial, directory -> directory.write(partial));
    }

    private void finish(Result result, Consumer<ResultFiles> writing) {
        page.ends(Formats.HTML, result, output.out());
        screen.clearStatus();
        if (output.json()) {
            Formats.JSON.print(result, out);
        } else {
            if (!output.quiet()) {
                out.println(); // below the lines of the runs
            }
            Formats.text(screen.width().orElse(Formats.UNLIMITED)).print(result, out);
        }
        out.flush();
        write(writing);
        output.junit().ifPresent(file -> deferring(() -> ResultFiles.write(file, Formats.JUNIT, result)));
        String failure = failure(result);
        RunFailedException unwritten = notWritten;
        if (unwritten != null) {
            // a full disk may have ended the runs, so report it first
            throw failure == null
                    ? unwritten
                    : new RunFailedException(failure + "; " + unwritten.getMessage(), unwritten);
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
