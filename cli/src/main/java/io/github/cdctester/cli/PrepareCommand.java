// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.CdcTester;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.EndpointOptions;
import io.github.cdctester.cli.options.ScreenOptions;
import io.github.cdctester.cli.options.WorkloadOptions;
import io.github.cdctester.cli.options.WritersOptions;
import io.github.cdctester.cli.options.value.ListableValue;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.cli.session.WriteGuard;
import io.github.cdctester.cli.terminal.LineFormat;
import io.github.cdctester.cli.terminal.RunDisplay;
import io.github.cdctester.cli.terminal.RunWatcher;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.result.Check;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "prepare",
        description = {"Creates and fills a workload's tables.", "If it fails or is stopped, no table remains."},
        footer = {
            "Examples:",
            "  cdc-tester prepare --host=db1 --user=u --tables=4",
            "  cdc-tester prepare --host=db1 --workload=tpcc --warehouses=10 --threads=8"
        })
final class PrepareCommand extends AbstractCommand {

    @Mixin
    private EndpointOptions endpointOptions;

    @Mixin
    private WorkloadOptions workloadOptions;

    @Option(
            names = {"--threads", "--terminals"},
            paramLabel = "N",
            description =
                    "Tables, or parts of them, filled in parallel; --terminals only for tpcc (default: ${DEFAULT-VALUE})")
    private int threads = 1;

    @Mixin
    private WriteGuard guard;

    @Option(names = "--check", description = "Check the workload's consistency conditions afterwards")
    private boolean check;

    @Mixin
    private WritersOptions writersOptions;

    @Mixin
    private ScreenOptions screenOptions;

    @Override
    public Integer call() throws InterruptedException {
        ListableValue.refuseLists(spec);
        WorkloadSpec workload = workloadOptions.workload();
        Endpoint endpoint = endpointOptions.requiredEndpoint();
        var plan = CdcTester.plan()
                .endpoint(endpoint)
                .workload(workload)
                .load(LoadSpec.closedLoop(threads))
                .stopSignal(interruption.stopSignal());
        writersOptions.apply(plan);
        guard.check(plan.prepareFirst()::foreignTables, endpoint);
        interruption.begin();
        try (WorkerPods pods = writersOptions.startPods(interruption.stopSignal(), interruption::addRemains);
                Screen screen = Screen.open(
                        spec.commandLine().getOut(), screenOptions.displayMode(), screenOptions.usesColor())) {
            writersOptions.apply(plan);
            screen.liveRun().ifPresent(live -> live.setTitle(Session.title("prepare", plan.build())));
            RunDisplay display = new RunDisplay(screen, LineFormat.NONE, Window.DEFAULT, RunWatcher.NONE);
            plan.listener(display);
            display.step("filling the tables");
            List<Check> checks = (check ? plan.checkConsistency() : plan).prepare();
            screen.line(workload.name() + " is prepared on " + endpoint.address());
            checks.forEach(checkResult -> screen.line(checkText(checkResult)));
            return checks.stream().allMatch(Check::held) ? Failures.DONE : Failures.CHECK_FAILED;
        }
    }

    private static String checkText(Check check) {
        return (check.held() ? "holds  " : "FAILED ")
                + check.expression()
                + (check.offender() == null ? "" : ": " + check.offender());
    }
}
