// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import io.github.cdctester.cli.terminal.RunWatcher;
import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.text.PlainText;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** A command as browsers see it while it goes on, where that was asked for. What is told here costs the teller next to nothing. */
public final class LiveView implements AutoCloseable {

    private static final long FAREWELL_MILLIS = 5_000;

    private final Optional<Composer> composer;
    private final Optional<LiveServer> server;

    private LiveView(Optional<Composer> composer, Optional<LiveServer> server) {
        this.composer = composer;
        this.server = server;
    }

    /**
     * Starts, and says where.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if the port cannot be had
     */
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

    /**
     * Hands out what is told of each run.
     *
     * @return the watcher; deaf where nothing was asked for
     */
    public RunWatcher watcher() {
        return composer.<RunWatcher>map(LiveReportFeed::new).orElse(RunWatcher.NONE);
    }

    /**
     * One run begins, or a plan.
     *
     * @param text the plan as it was written; empty where it was not
     */
    public void begins(String title, String text, Plan plan) {
        composer.ifPresent(to -> to.tell(story -> story.begins(title, text, plan)));
    }

    /** Several runs begin, one after the other. */
    public void beginsSeries(String title, Plan plan) {
        composer.ifPresent(to -> to.tell(story -> story.beginsSeries(title, plan)));
    }

    /**
     * Several runs have come to a point.
     *
     * @param page makes the page of them, in another thread
     */
    public void soFar(Supplier<Document> page) {
        composer.ifPresent(to -> to.tell(story -> story.soFar(page)));
    }

    /**
     * There is a result, which the page turns into.
     *
     * @param <R> what it is
     */
    public <R> void ends(Format<? super R> page, R result, Optional<Path> out) {
        String place = out.map(directory -> "It is saved as " + directory.resolve("report.html") + ".")
                .orElse("It is saved nowhere, as --out was not given.");
        composer.ifPresent(to -> to.end("The run has ended: this is its report. " + place, () -> page.of(result)));
    }

    /** It has broken. What was told before stays, and a result that was told does. */
    public void fails(Throwable failure) {
        String why = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        composer.ifPresent(to -> to.fail("The run has failed: "
                + OptionNames.inWordsOfTheCommandLine(PlainText.line(why)) + " This is what was known before."));
    }

    /** Ends it: whoever looks on has the report, or has had the time to fetch it. */
    @Override
    public void close() {
        composer.ifPresent(each -> each.close(FAREWELL_MILLIS));
        server.ifPresent(LiveServer::close);
    }
}
