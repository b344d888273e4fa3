// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.SampleRow;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of TDSQL-C's published elasticity test: one for each second of each load, with a probe's value and the 99th percentile of
 * the load's latency in that second. The first load is {@code main}, all others are {@code sub}. The probe's column has the name that
 * it has there, whatever the probe is.
 */
public final class ElasticityCsv implements Format<PlanResult> {

    private static final List<String> NAMES =
            List.of("time_now", "times", "command_type", "innodb_buffer_pool_size", "rt");
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final String probe;
    private final ZoneId zone;

    /**
     * Creates the form.
     *
     * @param probe whose values are wanted
     * @param zone of the clock times
     */
    public ElasticityCsv(String probe, ZoneId zone) {
        this.probe = probe;
        this.zone = zone;
    }

    @Override
    public void write(PlanResult plan, Writer out) throws IOException {
        Map<String, Integer> seconds = new HashMap<>();
        double[] elapsed = new double[1];
        String main = plan.whole().plan().loads().isEmpty()
                ? ""
                : plan.whole().plan().loads().get(0).name();
        Csv.write(
                NAMES,
                plan.whole().samples().stream().flatMap(row -> {
                    elapsed[0] += row.seconds();
                    Instant end = plan.whole().startedAt().plusNanos(Math.round(elapsed[0] * 1e9));
                    return loads(row, main)
                            .filter(load -> load.write().transactions() > 0)
                            .map(load -> cells(row, load, main, end, seconds.merge(load.name(), 1, Integer::sum)));
                }),
                out);
    }

    private static Stream<SampleRow.Workload> loads(SampleRow row, String main) {
        SampleRow.Write write = row.write();
        return row.workloads().isEmpty() && write != null
                ? Stream.of(new SampleRow.Workload(main, write))
                : row.workloads().stream();
    }

    private Map<String, String> cells(SampleRow row, SampleRow.Workload load, String main, Instant end, int second) {
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put("time_now", CLOCK.format(end.atZone(zone)));
        cells.put("times", String.valueOf(second));
        cells.put("command_type", load.name().equals(main) ? "main" : "sub");
        cells.put("innodb_buffer_pool_size", number(row.probes().get(probe)));
        cells.put("rt", number(load.write().latency().p99Millis()));
        return cells;
    }

    private static String number(@Nullable Double value) {
        return value == null
                ? ""
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
