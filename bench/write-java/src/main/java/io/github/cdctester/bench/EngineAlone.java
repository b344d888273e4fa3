// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.ConnectionPools;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.time.Duration;
import java.util.Locale;

/**
 * cdc-tester's write side without its subscriber. The difference to a whole run is the subscriber's cost. Takes {@link
 * BenchOptions}, and prints one line of {@code name=value} pairs.
 */
public final class EngineAlone {

    private EngineAlone() {}

    public static void main(String... arguments) throws InterruptedException {
        BenchOptions options = BenchOptions.of(arguments);
        Endpoint endpoint = Endpoint.of(Target.HOST, options.port(), BenchOptions.DATABASE, Target.USER, Password.NONE)
                .withSsl(SslMode.DISABLED, null)
                .withJdbcDriver(options.connectorJ() ? JdbcDriver.CONNECTOR_J : JdbcDriver.MARIADB);
        Workload workload = Workloads.workloadOf(spec(options));
        WriteMeter meter = new WriteMeter(workload.transactionKinds(), false);
        ConnectionPools pool = ConnectionPools.open(endpoint, false, options.threads(), null);
        try (LoadDriver driver = new LoadDriver(
                LoadDriver.jdbcWorkers(workload, pool),
                LoadSpec.closedLoop(options.threads()),
                LoadSpec.IgnoredErrors.DEFAULT,
                meter,
                NanoClock.SYSTEM,
                0,
                LoadShare.ALL)) {
            driver.start();
            driver.open();
            Thread.sleep(options.warmupSeconds() * 1_000L);
            WriteCounts before = meter.counts();
            double cpuBefore = ProcessCpu.seconds();
            long from = System.nanoTime();
            Thread.sleep(options.seconds() * 1_000L);
            WriteCounts after = meter.counts();
            double cpu = ProcessCpu.seconds() - cpuBefore;
            double seconds = (System.nanoTime() - from) / 1e9;
            driver.stop(Duration.ofSeconds(30));
            if (driver.failure().isPresent()) {
                System.out.println(
                        "error=" + String.valueOf(driver.failure().get()).replaceAll("\\s+", "_"));
                return;
            }
            System.out.println(String.format(
                    Locale.ROOT,
                    "transactions=%d seconds=%.6f cpu=%.6f errors=%d",
                    after.get(Metric.WRITE_TRANSACTIONS) - before.get(Metric.WRITE_TRANSACTIONS),
                    seconds,
                    cpu,
                    errors(after) - errors(before)));
        }
        System.exit(0);
    }

    private static long errors(WriteCounts counts) {
        return counts.errorsPerCode().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static SysbenchSpec spec(BenchOptions options) {
        SysbenchSpec script = switch (options.workload()) {
            case "oltp_insert" -> Sysbench.oltpInsert();
            case "oltp_write_only" -> Sysbench.oltpWriteOnly();
            case "oltp_read_write" -> Sysbench.oltpReadWrite();
            default -> throw new IllegalArgumentException(options.workload());
        };
        return script.tables(BenchOptions.TABLES)
                .tableSize(BenchOptions.TABLE_SIZE)
                .psMode(options.prepared() ? PsMode.AUTO : PsMode.DISABLE);
    }
}
