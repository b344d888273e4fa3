// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats numbers and names of a run. */
public final class RunTexts {

    public static final double MB = 1e6;
    private static final DateTimeFormatter UTC_FORMAT = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private RunTexts() {}

    public static String loadText(NamedLoad namedLoad) {
        LoadSpec load = namedLoad.load();
        return namedLoad.name() + ", " + PlainText.withNoun(load.threads(), "thread") + ", " + pace(load);
    }

    private static String pace(LoadSpec load) {
        return load instanceof LoadSpec.OpenLoop openLoop
                ? "open loop at " + rate(openLoop.rate())
                        + (openLoop.rate() instanceof Rate.Profile ? " on average, by a profile" : "")
                        + (openLoop.arrivals() == Arrivals.POISSON ? ", Poisson" : "")
                : "closed loop";
    }

    private static String rate(Rate rate) {
        return rate instanceof Rate.Ramp
                ? rate.toString()
                : new BigDecimal(rate.perSecond())
                                .setScale(6, RoundingMode.HALF_UP)
                                .stripTrailingZeros()
                                .toPlainString()
                        + "/s";
    }

    /** A negative uncertainty means that the offset is not known. */
    public static String clockText(ClockSummary clock) {
        if (clock.uncertaintyMicros() < 0) {
            return "server's not known";
        }
        return String.format(
                Locale.ROOT,
                "server %+.3f ms, known within ±%.3f ms",
                clock.offsetMicros() / 1_000.0,
                clock.uncertaintyMicros() / 1_000.0);
    }

    public static String testerText(Summary summary) {
        TesterSummary tester = summary.tester();
        Double perGigabyte = summary.write() == null ? tester.cpuSecondsPerGigabyte() : null;
        return String.format(
                Locale.ROOT,
                (tester.cpuSeconds() < 0 ? "" : "%1$.2f s CPU%2$s, ") + "%3$d ms GC, %4$.0f MB heap at most%5$s",
                tester.cpuSeconds(),
                perGigabyte == null ? "" : String.format(Locale.ROOT, " (%.2f s a GB)", perGigabyte),
                tester.gcPauseMillis(),
                tester.maxHeapBytes() / MB,
                tester.nodes().isEmpty() ? "" : "; of the coordinator");
    }

    /** Returns text such as {@code native}; {@code null} without loads. */
    public static @Nullable String clientsText(ToolInfo tool) {
        Map<LoadClient, List<String>> loads = new LinkedHashMap<>();
        for (LoadClient loadClient : tool.clients()) {
            loads.computeIfAbsent(
                            new LoadClient("", loadClient.client(), loadClient.reason()), key -> new ArrayList<>())
                    .add(loadClient.load());
        }
        return loads.isEmpty()
                ? null
                : loads.entrySet().stream()
                        .map(entry -> client(
                                entry.getKey(),
                                tool.jdbcDriver(),
                                loads.size() == 1 ? "" : " for " + String.join(", ", entry.getValue())))
                        .collect(Collectors.joining("; "));
    }

    private static String client(LoadClient loadClient, String driver, String loads) {
        Reason reason = loadClient.reason();
        return reason == null
                ? "native" + loads
                : "JDBC (" + driver + ")" + loads
                        + switch (reason) {
                            case REQUESTED -> ", as requested";
                            case WORKLOAD -> ", because the workload uses JDBC itself";
                            case DRIVER_CHOSEN -> ", because a driver was chosen";
                            case DRIVER_OPTIONS -> ", because options for the driver were given";
                        };
    }

    public static String positionText(CdcSummary.Position position) {
        return position.file() + ":" + position.position();
    }

    /** Returns {@code null} if no transaction arrived after the measured part. */
    public static @Nullable String drainText(Summary.@Nullable Drain drain) {
        return drain == null || drain.transactions() == 0
                ? null
                : String.format(
                        Locale.ROOT,
                        "%s came in the %.2f s after the measured part",
                        PlainText.withNoun(drain.transactions(), "transaction"),
                        drain.seconds());
    }

    public static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%.2f", bytes / MB);
    }

    public static String oneDecimal(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    public static String millis(@Nullable Double millis) {
        return millis == null ? "-" : String.format(Locale.ROOT, "%.3f", millis);
    }

    public static String utcText(Instant at) {
        return UTC_FORMAT.format(at);
    }
}
