// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.config.Defaults;

/** Large transactions as workloads. */
public final class LargeTransactions {

    private LargeTransactions() {}

    /**
     * One transaction of 0.5 GB in the log, which inserts rows of 2,500 bytes: the size of PolarDB-X's CDC test.
     *
     * @return the workload with the command line's defaults
     */
    public static LargeTransactionSpec insert() {
        return new LargeTransactionSpec(
                LargeTransactionSpec.Kind.INSERT, Defaults.TRX_BYTES, Defaults.ROW_BYTES, 0, Defaults.TRX_COUNT);
    }
}
