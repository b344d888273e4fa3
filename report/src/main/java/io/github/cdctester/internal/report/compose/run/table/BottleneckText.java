// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.internal.report.compose.chart.PaceChart;
import io.github.cdctester.internal.report.compose.chart.ReaderLoadChart;
import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.Summary;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Describes whether server, network or reader was the bottleneck of a stream that was behind. */
record BottleneckText(
        RunResult result,
        PaceChart pace,
        ReaderLoadChart readerLoad,
        @Nullable Note logAgeNote) {

    /** A stream that was behind in a smaller share of the seconds was only temporarily behind. */
    private static final double MAIN_SHARE = 0.5;

    /** Returns an empty string for a played log, and if the time in which an old log was read is not known. */
    String text() {
        boolean isDrain = hasArgument("drained");
        double shareWhileBehind = isDrain ? Double.NaN : readerLoad.shareWhileBehind();
        boolean isOfWholeRun = Double.isNaN(shareWhileBehind);
        double share = isOfWholeRun ? ReaderShare.cpuShare(result.summary()) : shareWhileBehind;
        boolean isReaderBusy = share >= ReaderShare.MIN_BOTTLENECK_SHARE;
        boolean isCatchUpUnknown = logAgeNote != null && !isDrain && isOfWholeRun;
        if (hasArgument("played") || isCatchUpUnknown && !isReaderBusy) {
            return "";
        }
        if (Double.isNaN(share)) {
            return "The bottleneck is not known: " + unknownShareText();
        }
        String busyPercent = String.format(Locale.ROOT, "%.0f %%", 100 * share);
        String usage = "used a processor for " + busyPercent
                + (isOfWholeRun ? " of the time" : " of the time in which the stream was behind");
        if (isReaderBusy) {
            return "The reader is the limit, or near it: it " + usage + ".";
        }
        if (isOfWholeRun
                && logAgeNote == null
                && pace.secondsBehind() > 0
                && pace.secondsBehind() < MAIN_SHARE * readerLoad.secondsAfterWarmUp()) {
            return "The bottleneck in these seconds is not known: the reader used a processor for " + busyPercent
                    + " of the whole run, and the result does not contain its share in them.";
        }
        return limitOutsideReader(usage);
    }

    private String unknownShareText() {
        Summary summary = result.summary();
        if (summary.streams().isEmpty()) {
            return "the reader's CPU time is missing.";
        }
        return summary.tester().readerCpuSeconds() < 0
                ? "the reader's CPU time is missing for one stream."
                : "each stream can have its own.";
    }

    private boolean hasArgument(String name) {
        return logAgeNote != null && logAgeNote.arguments().containsKey(name);
    }

    private String limitOutsideReader(String usage) {
        Double machinePercent = result.summary().tester().machineCpuPercent();
        if (machinePercent != null && machinePercent >= ReaderShare.BUSY_MACHINE_PERCENT) {
            return String.format(
                    Locale.ROOT,
                    "The bottleneck is not known: the reader %s, and all processes used %.0f %% of the processors of the"
                            + " tester's machine.",
                    usage,
                    machinePercent);
        }
        if (result.plan().subscriber().reader() == Reader.CONNECTOR) {
            return "The limit is the connector, which " + usage
                    + ", the server or the network; the run cannot distinguish them.";
        }
        return "The reader was not the limit: it " + usage
                + ", and waited for bytes for the rest. The limit is the server, whose dump thread sends one piece of "
                + bufferLength()
                + " after the other, or the network; the run cannot distinguish them"
                + (logAgeNote != null
                        ? "."
                        : "; a drain over loopback at the server shows the speed of its dump thread.");
    }

    private String bufferLength() {
        String bytes = result.server().netBufferLength();
        return bytes.isEmpty() ? "net_buffer_length" : "net_buffer_length = " + bytes + " bytes";
    }
}
