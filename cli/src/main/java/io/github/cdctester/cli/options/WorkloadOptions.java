// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.LargeTransactionSpec;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SysbenchScript;
import io.github.cdctester.config.SysbenchSpec;
import io.github.cdctester.config.WorkloadSpec;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is written. */
public final class WorkloadOptions {

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
     * Starts transactions at the interval of large ones, if that is what is written.
     *
     * @param written what is written
     * @param load the load as the other options have it
     * @return the load of this workload
     */
    public LoadSpec paced(WorkloadSpec written, LoadSpec load) {
        return written instanceof LargeTransactionSpec ? largeTransaction.paced(load) : load;
    }

    /**
     * Makes a workload of the options, where it is the only one.
     *
     * @return the workload
     * @throws ParameterException if there is no such workload, or an option is given that it does not have
     */
    public WorkloadSpec workload() {
        WorkloadFamily.refuseOthers(
                spec.commandLine().getParseResult(), List.of(family("--workload", workload)), "--workload " + workload);
        return specOf("--workload", workload, false);
    }

    /**
     * Makes a workload of the options, beside which another one is written.
     *
     * @param background the other one's name
     * @return the workload
     * @throws ParameterException if there is no such workload, or an option is given that neither of them has
     */
    public WorkloadSpec workloadBeside(String background) {
        WorkloadFamily.refuseOthers(
                spec.commandLine().getParseResult(),
                List.of(family("--workload", workload), family("--background", background)),
                "--workload " + workload + " and --background " + background);
        return specOf("--workload", workload, false);
    }

    /**
     * Makes a workload for the background of the options.
     *
     * @param background its name
     * @return the workload
     * @throws ParameterException if there is no such workload
     */
    public WorkloadSpec background(String background) {
        return specOf("--background", background, true);
    }

    private WorkloadSpec specOf(String option, String name, boolean inBackground) {
        return switch (family(option, name)) {
            case TPCC -> tpcc.workload(sysbench.randSeed());
            case LARGE_TRANSACTION -> largeTransaction.workload(inBackground);
            case SYSBENCH ->
                Arrays.stream(SysbenchScript.values())
                        .filter(script -> script.scriptName().equals(name))
                        .map(script -> sysbench.applyTo(SysbenchSpec.of(script)))
                        .findFirst()
                        .orElseThrow();
        };
    }

    private WorkloadFamily family(String option, String name) {
        return WorkloadFamily.of(name)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        option + " is " + name + ", but must be one of: "
                                + Arrays.stream(SysbenchScript.values())
                                        .map(SysbenchScript::scriptName)
                                        .collect(Collectors.joining(", "))
                                + ", tpcc, large_transaction"));
    }
}
