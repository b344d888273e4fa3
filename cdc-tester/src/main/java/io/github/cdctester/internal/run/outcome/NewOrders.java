// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.workload.tpcc.TpccSpec;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of the workload like TPC-C. Not audited, and not tpmC.
 *
 * @param perMinute committed new orders a minute
 * @param efficiencyPercent of the most that think times allow; {@code null} without think times
 */
record NewOrders(double perMinute, @Nullable Double efficiencyPercent) {

    /** Ten terminals with the specification's keying and think times cannot make more a minute. */
    private static final double MOST_PER_MINUTE_AND_WAREHOUSE = 12.86;

    private static final int SECONDS_A_MINUTE = 60;

    static NewOrders of(TpccSpec spec, WriteCounts counts, double seconds) {
        // only new orders are rolled back on purpose
        long committed =
                counts.transactionsByKind().getOrDefault(TpccSpec.TRANSACTIONS.get(0), 0L) - counts.rolledBack();
        double perMinute = seconds > 0 ? SECONDS_A_MINUTE * committed / seconds : 0;
        return new NewOrders(
                perMinute,
                spec.thinkTimes() ? 100 * perMinute / (MOST_PER_MINUTE_AND_WAREHOUSE * spec.warehouses()) : null);
    }
}
