// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.Csv;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.sample.SampleRow;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of TDSQL-C's published elasticity test: one row per second of each load, with a probe's value and the load's
 * p99 latency. The latency is empty without commits, or if samples cover only a part of the second. The first load is
 * {@code main}; all others are {@code sub}. The probe's column keeps its published name, {@code innodb_buffer_pool_size}.
 */
public record ElasticityCsv(String probe, ZoneId zone) implements Format<PlanResult> {

    private static final List<String> COLUMNS =
            List.of("time_now", "times", "command_type", "innodb_buffer_pool_size", "rt");
    private static final DateTimeFormatter TIME_FORMAT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    @Override
    public void write(PlanResult plan, Writer out) throws IOException {
        List<LoadSpan> loads = LoadSpan.of(plan.whole());
        Instant startedAt = plan.whole().startedAt();
        double[] previousEnd = {Double.NaN};
        Csv.write(
                COLUMNS,
                plan.whole().samples().stream().flatMap(row -> {
                    // results of runs longer than a day omit the first seconds
                    double from = Double.isNaN(previousEnd[0]) ? row.second() - 1 : previousEnd[0];
                    double to = from + row.seconds();
                    previousEnd[0] = to;
                    return loads.stream().flatMap(load -> {
                        String latencyP99 = load.hasWholeSecondIn(from, to) ? number(load.p99Millis(row)) : "";
                        String type = load.equals(loads.get(0)) ? "main" : "sub";
                        return load.secondsIn(from, to)
                                .mapToObj(second ->
                                        cells(row, instantOf(startedAt, load, second), second, type, latencyP99));
                    });
                }),
                out);
    }

    private static Instant instantOf(Instant startedAt, LoadSpan load, int second) {
        return startedAt.plusNanos(Math.round((load.from() + second) * 1e9));
    }

    private Map<String, String> cells(SampleRow row, Instant end, int second, String type, String latencyP99) {
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put("time_now", TIME_FORMAT.format(end.atZone(zone)));
        cells.put("times", String.valueOf(second));
        cells.put("command_type", type);
        cells.put("innodb_buffer_pool_size", number(row.probes().get(probe)));
        cells.put("rt", latencyP99);
        return cells;
    }

    private static String number(@Nullable Double value) {
        return value == null ? "" : PlainText.number(value);
    }
}
