// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

/** The workload like TPC-C. */
public final class Tpcc {

    private Tpcc() {}

    /**
     * Five transactions on nine tables, in the standard mix and without think times.
     *
     * @param count the scale, from 1
     * @return the workload
     */
    public static TpccSpec warehouses(int count) {
        return new TpccSpec(count, TpccSpec.Mix.STANDARD, false, 0);
    }
}
