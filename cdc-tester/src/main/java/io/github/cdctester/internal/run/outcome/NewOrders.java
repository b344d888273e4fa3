// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteCounts;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of the workload like TPC-C. Not audited, and not tpmC.
 *
 * @param efficiencyPercent of the most that think times allow; {@code null} without think times
 */
record NewOrders(double perMinute, @Nullable Double efficiencyPercent) {

    private static final int SECONDS_A_MINUTE = 60;

    static NewOrders of(WorkloadSpec.NewOrderRate counted, WriteCounts counts, double seconds) {
        long committed = counts.transactionsByKind().getOrDefault(counted.transactionKind(), 0L)
                - counts.get(Metric.ROLLED_BACK);
        double perMinute = seconds > 0 ? SECONDS_A_MINUTE * committed / seconds : 0;
        Double most = counted.mostPerMinute();
        return new NewOrders(perMinute, most == null ? null : 100 * perMinute / most);
    }
}
