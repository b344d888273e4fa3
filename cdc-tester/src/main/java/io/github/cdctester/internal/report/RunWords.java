// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ClockSummary;
import io.github.cdctester.result.RunResult.ServerSummary;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What was run, against what, and what came of it: the words that every form of a run's result has. */
public final class RunWords {

    /** 10⁶ bytes. */
    public static final double MB = 1e6;

    private RunWords() {}

    /** Names a family of servers. */
    public static String flavor(ServerSummary.Flavor flavor) {
        return Provenance.flavor(flavor);
    }

    /**
     * Describes a load.
     *
     * @return such as {@code oltp_insert, 16 threads, closed loop}
     */
    public static String traffic(NamedLoad load) {
        return TableHead.traffic(load.name(), load.load());
    }

    /**
     * Describes what the stream came from.
     *
     * @return the server, its address, and the settings that the stream's size depends on
     */
    public static String server(RunResult result) {
        return TableHead.server(result);
    }

    /**
     * Tells a server's clock.
     *
     * @return how far it is off, and how well that is known
     */
    public static String clock(ClockSummary clock) {
        return TableFoot.clock(clock);
    }

    /** What the tester has used. */
    public static String tester(Summary summary) {
        return TableFoot.tester(summary);
    }

    /**
     * Tells a verdict with its counts.
     *
     * @return such as {@code LOSSLESS, committed 1000, observed 1000}
     */
    public static String verdict(Verdict verdict) {
        return TestSuites.headline(verdict);
    }

    /** Names a place in the log. */
    public static String place(CdcSummary.Position position) {
        return TableFoot.place(position);
    }

    /**
     * Shows a duration as the tables do.
     *
     * @param millis ms; {@code null} where nothing was measured
     */
    public static String millis(@Nullable Double millis) {
        return millis == null ? "-" : String.format(Locale.ROOT, "%.3f", millis);
    }

    /**
     * Shows bytes as the tables do.
     *
     * @param bytes bytes, or bytes a second
     */
    public static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%.2f", bytes / MB);
    }

    /** Shows a rate, or seconds, as the tables do. */
    public static String one(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
