// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.browser.Browser;
import io.github.cdctester.suite.browser.RequiresChromium;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Nightly
@Timeout(180)
@RequiresChromium
final class LivePageIT extends ServerContract {

    private static final long POLL_NANOS = 20_000_000;
    private static final String ADDRESS_PREFIX = "watching at ";

    private static final String POINTS_SCRIPT =
            "return [...shownCharts.places.values()].find(({ id }) => id === 'bps')?.series[0].x.length ?? 0";

    private static final String STATE_SCRIPT = "return document.getElementById('live')?.dataset.state";

    @TempDir
    private static Path directory;

    private static Browser browser;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start(directory);
    }

    @AfterAll
    static void stopBrowser() {
        browser.close();
    }

    @Test
    void chartsGrowAndPageBecomesReport() throws IOException {
        Path results = directory.resolve("results");
        try (CliProcess run = CommandLines.start(
                directory,
                server,
                "run",
                "--prepare",
                "--cleanup",
                "--table-size=10",
                "--threads=2",
                "--rate=100",
                "--time=20",
                "--ui",
                "--out=" + results)) {
            String address = awaitAddress(run);
            browser.open(address);
            long pointsBefore = awaitPoints(4);
            assertThat(browser.element("#headline").getText()).startsWith("Going on: measuring");
            ReportChecks.awaitChart(browser, 0);
            browser.drag(browser.element("[data-chart='0'] .canvas"), 0.3, 0.7);
            List<Double> zoom = ReportChecks.visibleRange(browser, 0);
            browser.element("#theme").click();
            awaitPoints(pointsBefore + 2);
            assertThat(ReportChecks.visibleRange(browser, 0)).isEqualTo(zoom);
            assertThat(browser.<String>eval("return document.documentElement.dataset.theme"))
                    .isEqualTo("dark");

            browser.reload();
            awaitPoints(pointsBefore + 2);
            ReportChecks.assertFitsPhone(browser);
            browser.await("the report", STATE_SCRIPT + " === 'ended'");
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(browser.requests()).allMatch(url -> url.startsWith(address) || url.equals("about:blank"));
            assertThat(browser.consoleWarnings()).isEmpty();
        }
        byte[] savedPage = Files.readAllBytes(results.resolve("report.html"));
        assertThat(browser.element("#live").getText()).contains("The run has ended", results.toString());
        browser.element("#live button").click(); // works although the command's web server has ended
        awaitFile(directory.resolve("report.html"), savedPage.length);
        assertThat(directory.resolve("report.html")).hasBinaryContent(savedPage);
        int chartCount = browser.elements("[data-chart]").size();
        ReportChecks.assertDrawn(browser, chartCount); // including the legends
        String liveContent = pageContent();
        browser.open(results.resolve("report.html"));
        ReportChecks.assertDrawn(browser, chartCount);
        assertThat(liveContent).isEqualTo(pageContent());
    }

    @Test
    void ctrlCTurnsPageIntoReport(@TempDir Path runDirectory) {
        try (CliProcess stream = CommandLines.start(runDirectory, server, "subscribe", "--ui")) {
            browser.open(awaitAddress(stream));
            awaitPoints(2);
            stream.interrupt();
            browser.await("the report", STATE_SCRIPT + " === 'ended'");
            assertThat(browser.element("#live").getText()).contains("It is not saved: --out was not given.");
            assertThat(stream.exitCode()).as(stream.err()).isZero();
        }
    }

    @Test
    @Nightly
    void escapesOutputDirectory(@TempDir Path runDirectory) {
        String hostileName = "<img src=x onerror=window.hacked=1>\u202e";
        try (CliProcess stream = CommandLines.start(
                runDirectory, server, "subscribe", "--ui", "--out=" + runDirectory.resolve(hostileName))) {
            browser.open(awaitAddress(stream));
            awaitPoints(2);
            stream.interrupt();
            browser.await("the report", STATE_SCRIPT + " === 'ended'");
            assertThat(browser.element("#live").getText()).contains("<img src=x onerror=window.hacked=1>\uFFFD");
            assertThat(browser.<Boolean>eval("return window.hacked === undefined"))
                    .isTrue();
            assertThat(browser.consoleWarnings()).isEmpty();
            assertThat(stream.exitCode()).as(stream.err()).isZero();
        }
    }

    @Test
    void showsLostConnection(@TempDir Path runDirectory) {
        try (CliProcess stream = CommandLines.start(runDirectory, server, "subscribe", "--ui")) {
            browser.open(awaitAddress(stream));
            long pointsBefore = awaitPoints(2);
            stream.kill();
            browser.await("the loss", STATE_SCRIPT + " === 'lost'");
            assertThat(browser.element("#live").getText()).contains("no connection to cdc-tester");
            assertThat(browser.<Long>eval(POINTS_SCRIPT)).isGreaterThanOrEqualTo(pointsBefore);
        }
    }

    @Test
    void showsAllSweepStepsOnOnePage(@TempDir Path runDirectory) {
        try (CliProcess sweep = CommandLines.start(
                runDirectory,
                server,
                "sweep",
                "--prepare",
                "--cleanup",
                "--table-size=10",
                "--threads=1,2",
                "--time=6",
                "--ui")) {
            browser.open(awaitAddress(sweep));
            browser.await("the second step", "return document.querySelector('[id=\"section-run-2-delay\"]') !== null");
            assertThat(browser.elements("[id='section-run-1-delay']")).isEmpty();
            assertThat(browser.element(".subtitle").getText()).contains("step 2 of 2: --threads=2");
            assertThat(browser.element("#headline").getText()).startsWith("Up to now: ");
            browser.await("the report", STATE_SCRIPT + " === 'ended'");
            assertThat(sweep.exitCode()).as(sweep.err()).isZero();
            assertThat(browser.elements("[id^='section-run-']")).isEmpty();
            assertThat(browser.consoleWarnings()).isEmpty();
        }
    }

    private static long awaitPoints(long points) {
        browser.await(points + " points", POINTS_SCRIPT.replace("return ", "return (") + ") >= arguments[0]", points);
        return browser.<Long>eval(POINTS_SCRIPT);
    }

    /** Includes the numbers of the charts. */
    private static String pageContent() {
        return browser.eval("return document.querySelector('main').innerText.replace(/\\s+/g, ' ')"
                + " + JSON.stringify([...shownCharts.places.values()].map(({ id, series }) => [id, series]))");
    }

    private static String awaitAddress(CliProcess command) {
        while (!command.err().contains("/\n")) {
            assertThat(command.isAlive()).as(command.err()).isTrue();
            LockSupport.parkNanos(POLL_NANOS);
        }
        return command.errLines().stream()
                .filter(line -> line.startsWith(ADDRESS_PREFIX))
                .findFirst()
                .orElseThrow()
                .substring(ADDRESS_PREFIX.length());
    }

    private static void awaitFile(Path file, long bytes) throws IOException {
        while (!Files.exists(file) || Files.size(file) < bytes) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
