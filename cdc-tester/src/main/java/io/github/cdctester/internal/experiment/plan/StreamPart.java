// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.internal.summary.Stretch;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a stream carried in some seconds of a run, all streams together. What seconds do not have is empty here, and stands in the
 * whole run: rows, delays at the first byte, large transactions, reconnects.
 */
final class StreamPart {

    private StreamPart() {}

    static CdcSummary of(CdcSummary whole, List<SampleRow> rows) {
        List<SampleRow.Cdc> seconds = rows.stream().map(SampleRow::cdc).toList();
        double length = rows.stream().mapToDouble(SampleRow::seconds).sum();
        long bytes = sum(seconds, SampleRow.Cdc::bytes);
        long events = sum(seconds, SampleRow.Cdc::events);
        long transactions = sum(seconds, SampleRow.Cdc::transactions);
        DurationSummary none = Unknown.durations(whole.delay().source(), 0);
        return new CdcSummary(
                Unknown.unless(
                        whole.delay().source(),
                        () -> Stretch.delay(seconds),
                        sum(seconds, row -> row.delay().count())),
                none,
                none,
                null,
                Map.of(),
                length,
                rate(bytes, length),
                rate(events, length),
                rate(transactions, length),
                null,
                "off",
                0,
                Map.of(),
                0,
                bytes,
                events,
                transactions,
                Stretch.eventsByKind(seconds),
                new CdcSummary.Payloads(0, 0, 0, Map.of()),
                heartbeats(whole.heartbeats(), sum(seconds, SampleRow.Cdc::heartbeats)),
                0,
                0,
                0,
                List.of(),
                null,
                null);
    }

    /** They are all alike: each has the same events, and within a few the same bytes. */
    private static CdcSummary.Heartbeats heartbeats(CdcSummary.Heartbeats whole, long here) {
        if (whole.transactions() == 0) {
            return new CdcSummary.Heartbeats(here, 0, 0);
        }
        return new CdcSummary.Heartbeats(
                here,
                Math.round((double) whole.events() * here / whole.transactions()),
                Math.round((double) whole.bytes() * here / whole.transactions()));
    }

    private static long sum(List<SampleRow.Cdc> seconds, ToLongFunction<SampleRow.Cdc> count) {
        return seconds.stream().mapToLong(count).sum();
    }

    private static double rate(long count, double seconds) {
        return seconds > 0 ? count / seconds : 0;
    }

    /** Durations of which only the number is known. */
    static final class Unknown {

        private Unknown() {}

        static DurationSummary durations(@Nullable String source, long count) {
            return new DurationSummary(source, count, null, null, null, null, null, null, 0, 0);
        }

        /** Of a long run the histograms of the first seconds only are kept. */
        static DurationSummary unless(@Nullable String source, Supplier<DurationSummary> merged, long count) {
            try {
                return merged.get();
            } catch (IllegalArgumentException e) {
                return durations(source, count);
            }
        }
    }
}
