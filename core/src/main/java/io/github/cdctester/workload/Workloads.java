// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import io.github.cdctester.config.LargeTransactionSpec;
import io.github.cdctester.config.SysbenchSpec;
import io.github.cdctester.config.TpccSpec;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.workload.largetx.LargeTransactionWorkload;
import io.github.cdctester.workload.sysbench.SysbenchWorkload;
import io.github.cdctester.workload.tpcc.TpccWorkload;

/** Makes workloads of their specifications. */
public final class Workloads {

    private Workloads() {}

    /**
     * Makes the workload that a specification describes.
     *
     * @param spec what to write
     * @return the workload
     */
    public static Workload of(WorkloadSpec spec) {
        // a switch over sealed types is not final in Java 17
        if (spec instanceof SysbenchSpec sysbench) {
            return new SysbenchWorkload(sysbench);
        }
        if (spec instanceof LargeTransactionSpec large) {
            return new LargeTransactionWorkload(large);
        }
        if (spec instanceof TpccSpec tpcc) {
            return new TpccWorkload(tpcc);
        }
        throw new IllegalStateException("no workload for " + spec);
    }
}
