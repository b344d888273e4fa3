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
 * Marks seconds with statements in the log, usually DDL. Statements are counted as QUERY events in a log in row format; on MySQL, QUERY events
 * that begin a transaction are subtracted. If there are too many, statements are part of the load and get no marks.
 */
public final class StatementMarks implements TimeSeriesBuilder {

    private static final int MAX_MARKS = 50;
    private static final String QUERY = "QUERY";

    private final boolean logsOnlyRows;
    private final boolean isMariaDb;
    private final List<Mark> marks = new ArrayList<>();
    private boolean hasTooMany;

    /** Without a known server, DDL cannot be recognized, and there are no marks. */
    StatementMarks(@Nullable ServerSummary server) {
        logsOnlyRows = server != null && server.binlogFormat().equalsIgnoreCase("ROW");
        isMariaDb = server != null && server.flavor() == ServerSummary.Flavor.MARIADB;
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        Map<String, Long> events = row.stream().eventsByKind();
        long begins = isMariaDb ? 0 : events.getOrDefault("XID", 0L);
        long statements = events.getOrDefault(QUERY, 0L) - begins;
        boolean hasXaEvents = events.keySet().stream()
                .anyMatch(kind -> kind.startsWith("XA_")); // XA transactions have QUERY events of their own
        if (logsOnlyRows && statements > 0 && !hasXaEvents && !hasTooMany) {
            marks.add(new Mark(Rounded.second(to), statements == 1 ? "DDL" : statements + " DDL", "ddl"));
            hasTooMany = marks.size() > MAX_MARKS;
        }
    }

    public List<Mark> marks() {
        return hasTooMany ? List.of() : List.copyOf(marks);
    }
}
