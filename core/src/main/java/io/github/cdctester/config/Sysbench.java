// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** sysbench's {@code oltp_*} scripts as workloads. */
public final class Sysbench {

    private Sysbench() {}

    /**
     * sysbench's {@code oltp_insert}: each transaction is a single-row INSERT in autocommit mode.
     *
     * @return the workload with sysbench's default options
     */
    public static SysbenchSpec oltpInsert() {
        return new SysbenchSpec(
                SysbenchSpec.Script.OLTP_INSERT,
                Defaults.TABLES,
                Defaults.TABLE_SIZE,
                true,
                false,
                true,
                "",
                Defaults.RAND_TYPE,
                0);
    }
}
