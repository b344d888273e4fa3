// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SysbenchScript;
import io.github.cdctester.config.SysbenchSpec;
import io.github.cdctester.config.TpccSpec;
import io.github.cdctester.config.WorkloadSpec;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is written. */
public final class WorkloadOptions {

    private static final String LARGE_TRANSACTION = "large_transaction";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description =
                    "sysbench's oltp_insert, oltp_write_only, oltp_read_write, oltp_read_only, oltp_point_select,"
                            + " oltp_delete, oltp_update_index, oltp_update_non_index; tpcc; or large_transaction; default: ${DEFAULT-VALUE}")
    private String workload = SysbenchScript.OLTP_INSERT.scriptName();

    @Mixin
    private SysbenchOptions sysbench;

    @Mixin
    private LargeTransactionOptions largeTransaction;

    @Mixin
    private TpccOptions tpcc;

    /** Creates the options, for picocli. */
    public WorkloadOptions() {}

    /**
     * Starts large transactions at their interval, if that is what is written.
     *
     * @param load the load as the other options have it
     * @return the load of this workload
     */
    public LoadSpec paced(LoadSpec load) {
        return workload.equals(LARGE_TRANSACTION) ? largeTransaction.paced(load) : load;
    }

    /**
     * Makes a workload of the options.
     *
     * @return the workload
     * @throws ParameterException if there is no such workload
     */
    public WorkloadSpec workload() {
        if (workload.equals(TpccSpec.NAME)) {
            sysbench.refuseFor(workload);
            return tpcc.workload(sysbench.randSeed());
        }
        tpcc.refuseFor(workload);
        if (workload.equals(LARGE_TRANSACTION)) {
            return largeTransaction.workload();
        }
        for (SysbenchScript script : SysbenchScript.values()) {
            if (script.scriptName().equals(workload)) {
                return sysbench.applyTo(SysbenchSpec.of(script));
            }
        }
        throw new ParameterException(
                spec.commandLine(),
                "--workload is " + workload + ", but must be one of: "
                        + Arrays.stream(SysbenchScript.values())
                                .map(SysbenchScript::scriptName)
                                .collect(Collectors.joining(", "))
                        + ", " + TpccSpec.NAME + ", " + LARGE_TRANSACTION);
    }
}
