// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.result.RunResult;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
        name = "drain",
        description = {
            "Reads the existing log as fast as possible, to measure the catch-up speed.",
            "Reads from --from to the end that the log has at the start."
        },
        footer = {
            "Examples:",
            "  cdc-tester drain --host=db1 --user=repl --from=earliest",
            "  cdc-tester drain --host=db1 --from=binlog.000012:4 --out=results/drain"
        })
final class DrainCommand extends StreamCommand {

    @Override
    public Integer call() throws InterruptedException {
        List<StartPosition> positions = startPositions();
        if (positions.isEmpty()) {
            throw usageError("--from=PLACE is missing: give the start in the log, such as earliest");
        }
        if (positions.contains(StartPosition.now())) {
            throw new InvalidPlanException(
                    "from", "now", "a place in the past for drain, such as earliest; subscribe follows from now on");
        }
        PlanBuilder plan = plan(positions, Duration.ZERO);
        begin(outputOptions);
        RunResult result = Session.drain(this, outputOptions, plan);
        return isCutShort(result) ? Failures.FAILED : Failures.exitCode(result);
    }
}
