// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.ServerSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Marks seconds with statements in a binlog in row format, which are usually DDL. Each statement is a QUERY event. On MySQL,
 * QUERY events that begin a transaction are subtracted. Many statements are assumed to be part of the load, and get no marks.
 * In seconds with XA transactions, DDL cannot be recognized.
 */
public final class StatementMarks implements TimeSeriesBuilder {

    private static final int MAX_MARKS = 50;
    private static final String QUERY = "QUERY";

    private final boolean logsOnlyRows;
    private final boolean isMariaDb;
    private final List<Mark> marks = new ArrayList<>();
    private boolean hasTooManyMarks;

    /** Without a server, DDL cannot be recognized. */
    StatementMarks(@Nullable ServerSummary server) {
        logsOnlyRows = server != null && server.binlogFormat().equalsIgnoreCase("ROW");
        isMariaDb = server != null && server.flavor() == ServerSummary.Flavor.MARIADB;
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        Map<String, Long> events = row.stream().eventsByKind();
        long transactionBegins = isMariaDb ? 0 : events.getOrDefault("XID", 0L);
        long statements = events.getOrDefault(QUERY, 0L) - transactionBegins;
        boolean hasXaEvents = events.keySet().stream()
                .anyMatch(kind -> kind.startsWith("XA_")); // XA transactions write additional QUERY events
        if (logsOnlyRows && statements > 0 && !hasXaEvents && !hasTooManyMarks) {
            marks.add(new Mark(Rounding.second(to), statements == 1 ? "DDL" : statements + " DDL", "ddl"));
            hasTooManyMarks = marks.size() > MAX_MARKS;
        }
    }

    public List<Mark> marks() {
        return hasTooManyMarks ? List.of() : List.copyOf(marks);
    }
}
