// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.SampleRow;
import java.util.List;

/** Consumers that are judged, second by second, beside the stream that they are compared with. */
final class ConsumersStrand implements Strand {

    /** No consumer can have a name with a blank. */
    private static final String STREAM = "the stream";

    /** Grey, so that a consumer has the same colour in all charts. */
    private static final String STREAM_ROLE = "baseline";

    private final Curves delays;
    private final Curves rates;
    private final Curves behind;
    private boolean any;

    ConsumersStrand(int rows) {
        delays = new Curves(rows);
        rates = new Curves(rows);
        behind = new Curves(rows);
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        any |= !row.consumers().isEmpty();
        if (!any) {
            return; // in most runs to the end
        }
        SampleRow.Cdc cdc = row.cdc();
        delays.put(STREAM, STREAM_ROLE, to, DelayStrand.shown(cdc.delay().p99Millis()));
        rates.put(STREAM, STREAM_ROLE, to, (cdc.transactions() - cdc.heartbeats()) / row.seconds());
        for (SampleRow.Consumer consumer : row.consumers()) {
            String role = "consumer " + consumer.name();
            delays.put(
                    consumer.name(),
                    role,
                    to,
                    DelayStrand.shown(consumer.delay().p99Millis()));
            rates.put(consumer.name(), role, to, consumer.transactionsPerSecond());
            behind.put(consumer.name(), role, to, (double) consumer.behind());
        }
        delays.endRow(to);
        rates.endRow(to);
        behind.endRow(to);
    }

    /** Nothing where no consumer was judged. */
    List<Block> charts(Backdrop backdrop) {
        return !any
                ? List.of()
                : List.of(
                        new TimeChart("consumers-dt", "DT p99 at the stream and at each consumer")
                                .axis("DT p99", "ms", Scale.LOG)
                                .series(delays.series(Shape.LINE, 0))
                                .note(
                                        "From the commit to the stream, and to the consumer's report. "
                                                + DelayStrand.OF_FEW,
                                        delays.note())
                                .over(backdrop),
                        new TimeChart("consumers-tps", "TPS of the stream and of each consumer")
                                .axis("transactions", "1/s", Scale.LINEAR)
                                .series(rates.series(Shape.LINE, 0))
                                .note("Without the tester's heartbeats.", rates.note())
                                .over(backdrop),
                        new TimeChart("consumers-behind", "Transactions behind the commits")
                                .axis("behind", "transactions", Scale.LINEAR)
                                .series(behind.series(Shape.LINE, 0))
                                .note(
                                        "Committed, and not whole at the consumer when the second was over.",
                                        behind.note())
                                .over(backdrop));
    }
}
