// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.ServerSummary;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The origin of a result. The first run with a result provides all but the start time. */
public final class Provenance {

    private final Optional<RunResult> firstRun;
    private final Instant startedAt;

    public Provenance(Stream<@Nullable RunResult> runs, Instant startedAt) {
        firstRun = runs.filter(Objects::nonNull).findFirst();
        this.startedAt = startedAt;
    }

    /** Returns true also if no run has a result. */
    public boolean followsStream() {
        return firstRun.map(run -> run.plan().subscriber().stream()).orElse(true);
    }

    /** Omits the server if no run has a result. */
    public String subtitle() {
        return firstRun.map(run -> serverText(
                                        run.server(), run.plan().cdcEndpoint().address()) + ", ")
                        .orElse("")
                + startText(startedAt);
    }

    /** Returns text such as {@code oltp_insert, 8 threads}. */
    public String loadText(String workload, @Nullable String background, boolean showsThreads) {
        return workload
                + (background == null ? "" : " with " + background + " in the background")
                + (showsThreads
                        ? firstRun.flatMap(run -> run.plan().firstLoad())
                                .map(load -> load.load().threads())
                                .map(threads -> ", " + PlainText.withNoun(threads, "thread"))
                                .orElse("")
                        : "");
    }

    public static String serverText(ServerSummary server, String address) {
        return flavor(server.flavor()) + " " + server.version() + " at " + address;
    }

    public static String flavor(ServerSummary.Flavor flavor) {
        return switch (flavor) {
            case MYSQL -> "MySQL";
            case MARIADB -> "MariaDB";
            case POLARDBX -> "PolarDB-X";
        };
    }

    public static String startText(Instant startedAt) {
        return "started at " + startedAt.truncatedTo(ChronoUnit.SECONDS);
    }

    public void addSource(Facts.Builder facts, @Nullable Double idleMillis) {
        firstRun.filter(run -> run.summary().cdc() != null)
                .ifPresent(run -> facts.add(
                        "DT source",
                        run.summary().stream().delay().source()
                                + (idleMillis == null
                                        ? ""
                                        : String.format(
                                                Locale.ROOT,
                                                "; DT of heartbeats when idle: %.3f ms (median of a second)",
                                                idleMillis))));
    }

    /** {@code file} is the name of the file with all numbers. */
    public String footer(String file) {
        return firstRun.map(RunResult::tool)
                        .map(tool -> "cdc-tester " + tool.version() + ", " + tool.os() + ", Java " + tool.java() + ". ")
                        .orElse("")
                + "All numbers are in " + file + ".";
    }
}
