// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.util.Locale;
import java.util.Map;

/**
 * Runs cdc-tester's prepare through its API, from connecting to the last row, in a JVM that has just started: {@code
 * BenchLoader port=N database=NAME workload=oltp|tpcc tables=N size=N warehouses=N threads=N
 * driver=mariadb|connector-j}.
 */
public final class BenchLoader {

    private BenchLoader() {}

    public static void main(String... arguments) {
        Map<String, String> options = Target.options(arguments);
        int port = Integer.parseInt(options.get("port"));
        Endpoint endpoint = Endpoint.of(Target.HOST, port, options.get("database"), Target.USER, Password.NONE)
                .withSsl(SslMode.DISABLED, null)
                .withJdbcDriver(
                        options.get("driver").equals("connector-j") ? JdbcDriver.CONNECTOR_J : JdbcDriver.MARIADB);
        WorkloadSpec workload = options.get("workload").equals("tpcc")
                ? Tpcc.warehouses(Integer.parseInt(options.get("warehouses")))
                : Sysbench.oltpInsert()
                        .tables(Integer.parseInt(options.get("tables")))
                        .tableSize(Integer.parseInt(options.get("size")));
        double cpuBefore = ProcessCpu.seconds();
        long from = System.nanoTime();
        CdcTester.plan()
                .endpoint(endpoint)
                .workload(workload)
                .load(LoadSpec.closedLoop(Integer.parseInt(options.get("threads"))))
                .prepare();
        double seconds = (System.nanoTime() - from) / 1e9;
        System.out.println(
                String.format(Locale.ROOT, "seconds=%.6f cpu=%.6f", seconds, ProcessCpu.seconds() - cpuBefore));
        System.exit(0);
    }
}
