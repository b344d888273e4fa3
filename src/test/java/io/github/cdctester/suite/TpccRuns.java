// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.Check;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** Loads the warehouses once. Base class of {@link TpccCountsContract}. */
abstract class TpccRuns extends ServerContract {

    List<Check> checksAfterLoad;
    long reportedRows;
    long reportedTotal;

    /** With more than one warehouse, some order lines and payments are remote. */
    abstract int warehouses();

    Tpcc workload() {
        return Tpcc.warehouses(warehouses());
    }

    @BeforeAll
    void load() {
        checksAfterLoad = plan().checkConsistency()
                .listener(new RunListener() {
                    @Override
                    public void rows(long rowsDone, long rowsTotal) {
                        reportedRows = rowsDone;
                        reportedTotal = rowsTotal;
                    }
                })
                .prepare();
    }

    PlanBuilder plan() {
        return CdcTester.plan().endpoint(server.endpoint()).workload(workload()).load(closedLoop(4));
    }

    PlanBuilder plan(int transactions, int threads, int... weights) {
        Tpcc.Mix mix = new Tpcc.Mix(Arrays.stream(weights).boxed().toList(), false);
        return plan().workload(workload().mix(mix)).load(closedLoop(threads)).window(events(transactions));
    }

    static Window events(int count) {
        return new Window(Duration.ZERO, Duration.ZERO, count, Duration.ofSeconds(30));
    }

    long rows(String table) {
        return server.queryNumber("SELECT COUNT(*) FROM " + table);
    }
}
