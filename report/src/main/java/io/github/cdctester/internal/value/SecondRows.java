// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.result.sample.SampleRow;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Defines the values of a second, under the same names as the values of a run. The stream's rates exclude heartbeats. */
final class SecondRows {

    private static final ValueTable<SampleRow> CDC = new ValueTable<SampleRow>()
            .bytesPerSecond("bytesPerSecond", row -> rate(row, cdc -> cdc.bytes() - cdc.heartbeatBytes()))
            .perSecond("eventsPerSecond", row -> rate(row, cdc -> cdc.events() - cdc.heartbeatEvents()))
            .perSecond("transactionsPerSecond", row -> rate(row, cdc -> cdc.transactions() - cdc.heartbeats()))
            .part("delay", row -> row.stream().delay(), SummaryRows.TIMES_WITHOUT_COUNT);

    private static final ValueTable<SampleRow.Write> WRITE = new ValueTable<SampleRow.Write>()
            .perSecond("transactionsPerSecond", SampleRow.Write::transactionsPerSecond)
            .perSecond("queriesPerSecond", SampleRow.Write::queriesPerSecond)
            .lowerIsBetter("errorsPerCode", SampleRow.Write::errors)
            .part("latency", SampleRow.Write::latency, SummaryRows.TIMES_WITHOUT_COUNT)
            .part("startDelay", SampleRow.Write::startDelay, SummaryRows.TIMES_WITHOUT_COUNT)
            .part("serviceTime", SampleRow.Write::serviceTime, SummaryRows.TIMES_WITHOUT_COUNT);

    static final ValueTable<SampleRow> SECOND = new ValueTable<SampleRow>()
            .part("cdc", row -> row.cdc() == null ? null : row, CDC)
            .part("write", SampleRow::write, WRITE)
            .keyedPart("loads", SecondRows::load, WRITE);

    private SecondRows() {}

    /** Returns {@code null} if the sample has no length. */
    private static @Nullable Double rate(SampleRow row, ToLongFunction<SampleRow.Cdc> count) {
        return row.seconds() > 0 ? (Double) (count.applyAsLong(row.stream()) / row.seconds()) : null;
    }

    private static SampleRow.@Nullable Write load(SampleRow second, String name) {
        return second.workloads().stream()
                .filter(load -> load.name().equals(name))
                .map(SampleRow.Workload::write)
                .findFirst()
                .orElse(null);
    }
}
