// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.options.WorkloadOptions;
import io.github.cdctester.result.Note;
import io.github.cdctester.run.RunListener;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Drops a workload's tables. */
@Command(
        name = "cleanup",
        mixinStandardHelpOptions = true,
        versionProvider = CdcTesterCommand.Version.class,
        sortOptions = false,
        description = "Drops the workload's tables, if cdc-tester made them; give the same --tables as for prepare.")
final class CleanupCommand implements Callable<Integer> {

    private final Interruption interruption;

    @Spec
    private CommandSpec spec;

    @Mixin
    private EndpointOptions endpointOptions;

    @Mixin
    private WorkloadOptions workloadOptions;

    @Option(names = "--force", description = "drop the tables even if cdc-tester did not create them")
    private boolean force;

    @SuppressWarnings("UnusedVariable") // Failures looks at what was matched
    @Option(names = "--verbose", description = "show the stack trace of a failure")
    private boolean verbose;

    CleanupCommand(Interruption interruption) {
        this.interruption = interruption;
    }

    @Override
    public Integer call() {
        SweepOptions.refuseLists(spec);
        PlanBuilder plan = CdcTester.plan()
                .endpoint(endpointOptions.required())
                .workload(workloadOptions.workload())
                .stopSignal(interruption.stopSignal())
                .listener(new RunListener() {
                    @Override
                    public void note(Note note) {
                        spec.commandLine().getErr().println("cdc-tester: " + Failures.inWords(note.text()));
                    }
                });
        interruption.begin();
        int dropped = (force ? plan.dropForeignTables() : plan).cleanup();
        spec.commandLine().getOut().println("dropped " + dropped + (dropped == 1 ? " table" : " tables"));
        return Failures.DONE;
    }
}
