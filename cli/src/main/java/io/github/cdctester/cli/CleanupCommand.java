// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.WorkloadOptions;
import io.github.cdctester.cli.options.value.ListableValue;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Note;
import io.github.cdctester.run.RunListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "cleanup",
        description = "Drops a workload's tables, if cdc-tester created them.",
        footer = {
            "Examples:",
            "  cdc-tester cleanup --host=db1 --user=u --tables=4",
            "  cdc-tester cleanup --host=db1 --workload=tpcc"
        })
final class CleanupCommand extends AbstractCommand {

    @Mixin
    private EndpointOptions endpointOptions;

    @Mixin
    private WorkloadOptions workloadOptions;

    @Option(names = "--force", description = "Drop tables even if cdc-tester did not create them")
    private boolean force;

    @Override
    public Integer call() {
        ListableValue.refuseLists(spec);
        PlanBuilder plan = CdcTester.plan()
                .endpoint(endpointOptions.requiredEndpoint())
                .workload(workloadOptions.workload())
                .stopSignal(interruption.stopSignal())
                .listener(new RunListener() {
                    @Override
                    public void note(Note note) {
                        error(note.text());
                    }
                });
        interruption.begin();
        int droppedTables = (force ? plan.dropForeignTables() : plan).cleanup();
        spec.commandLine().getOut().println("dropped " + PlainText.withNoun(droppedTables, "table"));
        return Failures.DONE;
    }
}
