// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.catalog;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.largetx.LargeTransactionSpec;
import io.github.cdctester.workload.largetx.LargeTransactionWorkload;
import io.github.cdctester.workload.provided.ProvidedSpec;
import io.github.cdctester.workload.provided.ProvidedWorkloads;
import io.github.cdctester.workload.script.ScriptSpec;
import io.github.cdctester.workload.script.ScriptWorkload;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import io.github.cdctester.workload.sysbench.SysbenchWorkload;
import io.github.cdctester.workload.tpcc.TpccSpec;
import io.github.cdctester.workload.tpcc.TpccWorkload;
import io.github.cdctester.workload.transfer.TransferSpec;
import io.github.cdctester.workload.transfer.TransferWorkload;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Makes workloads of their specifications. */
public final class Workloads {

    /** The names of the workloads that need neither a file nor a provider. */
    public static final List<String> BUILT_IN = Stream.concat(
                    Arrays.stream(SysbenchScript.values()).map(SysbenchScript::scriptName),
                    Stream.of(TpccSpec.NAME, TransferSpec.NAME, LargeTransactionSpec.NAME))
            .toList();

    private Workloads() {}

    /**
     * Makes the workload that a specification describes.
     *
     * @param spec what to write
     * @return the workload
     * @throws io.github.cdctester.failure.InvalidPlanException if a file or an option is wrong, or there is no such provider
     * @throws io.github.cdctester.failure.RunFailedException if a provider fails
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
        if (spec instanceof TransferSpec transfer) {
            return new TransferWorkload(transfer);
        }
        if (spec instanceof ScriptSpec script) {
            return ScriptWorkload.of(script);
        }
        if (spec instanceof ProvidedSpec provided) {
            return ProvidedWorkloads.workload(provided, BUILT_IN);
        }
        throw new IllegalStateException("no workload for " + spec);
    }
}
