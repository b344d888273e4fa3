// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import io.github.cdctester.cli.terminal.RunWatcher;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.plan.PartialRunTotals;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.sample.SampleRow;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The live page of a command with {@code --ui}. */
public final class LiveView implements RunWatcher, AutoCloseable {

    private static final long DELIVERY_TIMEOUT_MILLIS = 5_000;

    private final Optional<Composer> composer;
    private final Optional<LiveServer> server;

    private LiveView(Optional<Composer> composer, Optional<LiveServer> server) {
        this.composer = composer;
        this.server = server;
    }

    /** Without an address, no server is started. */
    public static LiveView start(Optional<InetSocketAddress> address, PrintWriter err) {
        if (address.isEmpty()) {
            return new LiveView(Optional.empty(), Optional.empty());
        }
        Composer composer = new Composer(warning -> {
            err.println("cdc-tester: --ui: " + PlainText.line(warning));
            err.flush();
        });
        LiveServer server = LiveServer.start(address.get(), composer.revisions());
        composer.start();
        err.println("watching at " + server.address());
        err.flush();
        return new LiveView(Optional.of(composer), Optional.of(server));
    }

    private void update(Consumer<LiveReport> change) {
        composer.ifPresent(target -> target.update(change));
    }

    private void updateRun(Consumer<PartialRunTotals> change) {
        update(liveReport -> {
            PartialRunTotals run = liveReport.run();
            if (run != null) {
                change.accept(run);
            }
        });
    }

    /** {@code text} is the content of the plan file. */
    public void beginRun(String title, String text, Plan plan) {
        update(liveReport -> liveReport.begin(title, text, plan));
    }

    public void beginSeries(String title, Plan plan) {
        update(liveReport -> liveReport.beginSeries(title, plan));
    }

    /** Another thread calls {@code page}. */
    public void setIntermediateResult(Supplier<Document> page) {
        update(liveReport -> liveReport.setIntermediateResult(page));
    }

    @Override
    public void beginTrial(String heading) {
        update(liveReport -> liveReport.beginRun(heading));
    }

    @Override
    public void step(String step) {
        update(liveReport -> liveReport.step(step));
    }

    @Override
    public void note(Note note) {
        updateRun(run -> run.addNote(note));
    }

    @Override
    public void rows(long rowsDone, long rowsTotal) {
        update(liveReport -> liveReport.rows(rowsDone, rowsTotal));
    }

    @Override
    public void sample(SampleRow sample) {
        update(liveReport -> liveReport.sample(sample));
    }

    @Override
    public void phaseBegins(String name) {
        updateRun(run -> run.phaseBegins(name));
    }

    @Override
    public void phaseEnded(PhaseSpan phase) {
        updateRun(run -> run.phaseEnded(phase));
    }

    @Override
    public void actionEnded(ActionMark mark) {
        updateRun(run -> run.addAction(mark));
    }

    /** {@code writeFailure} is {@code null} if all files were written. */
    public <R> void endWithReport(Format<? super R> page, R result, Optional<Path> out, @Nullable String writeFailure) {
        String location = writeFailure != null
                ? "Not all files are saved: " + PlainText.line(writeFailure) + "."
                : out.map(directory -> "It is saved as " + PlainText.line(directory.resolve("report.html") + "."))
                        .orElse("It is not saved: --out was not given.");
        composer.ifPresent(
                target -> target.end("The run has ended: this is its report. " + location, () -> page.text(result)));
    }

    /** The page keeps its content, or a result that was set before. */
    public void endWithFailure(Throwable failure) {
        String reason = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        composer.ifPresent(target -> target.fail(
                "The run has failed: " + PlainText.line(reason) + " The page shows the last known values."));
    }

    /** Waits until each browser has fetched the report, or until a time limit. */
    @Override
    public void close() {
        composer.ifPresent(target -> target.close(DELIVERY_TIMEOUT_MILLIS));
        server.ifPresent(LiveServer::close);
    }
}
