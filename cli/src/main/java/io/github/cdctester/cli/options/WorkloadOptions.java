// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.workload.largetx.LargeTransactionSpec;
import io.github.cdctester.workload.provided.Provided;
import io.github.cdctester.workload.provided.ProvidedWorkloads;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
            description = "sysbench's oltp_insert, oltp_write_only, oltp_read_write, oltp_read_only, oltp_point_select,"
                    + " oltp_delete, oltp_update_index, oltp_update_non_index; tpcc; transfer; large_transaction; or the"
                    + " name of a provider in lib/; default: oltp_insert")
    private @Nullable String workload;

    @Option(
            names = "--workload-file",
            paramLabel = "FILE",
            description = "a workload of your own in YAML, in place of --workload")
    private @Nullable Path file;

    @Option(
            names = "--workload-option",
            paramLabel = "NAME=VALUE",
            description = "an option of the file or of the provider; once for each")
    private Map<String, String> options = new TreeMap<>();

    @Mixin
    private SysbenchOptions sysbench;

    @Mixin
    private LargeTransactionOptions largeTransaction;

    @Mixin
    private TpccOptions tpcc;

    @Mixin
    private TransferOptions transfer;

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
        WorkloadFamily.refuseOthers(spec.commandLine().getParseResult(), List.of(family()), asked());
        return spec();
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
                List.of(family(), family("--background", background)),
                asked() + " and --background " + background);
        return spec();
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

    /** The lists among the options. */
    List<SweepAxis> axes() {
        return Stream.of(largeTransaction.axis(), tpcc.axis())
                .flatMap(Optional::stream)
                .toList();
    }

    private String name() {
        return workload == null ? SysbenchScript.OLTP_INSERT.scriptName() : workload;
    }

    private String asked() {
        return file == null ? "--workload " + name() : "--workload-file " + file;
    }

    /** A name that is none of ours may be that of a provider. */
    private WorkloadFamily family() {
        if (file != null && workload != null) {
            throw new ParameterException(
                    spec.commandLine(), "--workload-file is given, but --workload too: give one of the two");
        }
        return file != null ? WorkloadFamily.OWN : WorkloadFamily.of(name()).orElse(WorkloadFamily.OWN);
    }

    private WorkloadSpec spec() {
        if (file != null) {
            return Scripted.file(file)
                    .options(options)
                    .random(sysbench.numbers())
                    .sending(sysbench.sending());
        }
        if (family() == WorkloadFamily.OWN) {
            return Provided.workload(name())
                    .options(options)
                    .random(sysbench.numbers())
                    .sending(sysbench.sending());
        }
        ProvidedWorkloads.onClassPath().refuseClash(name(), Workloads.BUILT_IN);
        return specOf("--workload", name(), false);
    }

    private WorkloadSpec specOf(String option, String name, boolean inBackground) {
        return switch (family(option, name)) {
            case TPCC -> tpcc.workload(sysbench.randSeed());
            case TRANSFER -> transfer.workload(sysbench.numbers(), sysbench.sending());
            case LARGE_TRANSACTION -> largeTransaction.workload(inBackground);
            case SYSBENCH, OWN ->
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
                                + ", tpcc, transfer, large_transaction"));
    }
}
