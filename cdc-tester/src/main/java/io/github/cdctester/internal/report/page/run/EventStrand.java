// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.result.SampleRow;
import java.util.Map;

/** EPS, the kinds of events upon each other. Of a second whose kinds are not in the result, all its events are of one kind. */
final class EventStrand implements Strand {

    private static final String UNKNOWN = "events";

    private final KindStack kinds;

    EventStrand(int rows) {
        kinds = new KindStack(rows);
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        Map<String, Long> events = row.cdc().eventsByKind();
        kinds.add(
                to,
                row.seconds(),
                events.isEmpty() && row.cdc().events() > 0
                        ? Map.of(UNKNOWN, row.cdc().events())
                        : events);
    }

    Chart chart(Backdrop backdrop) {
        return new TimeChart("eps", "EPS")
                .axis("events", "1/s", Scale.LINEAR)
                .series(kinds.series())
                .note(kinds.note("events"))
                .over(backdrop);
    }
}
