// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.result.RunResult;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reads existing log as fast as it comes. */
@Command(
        name = "drain",
        description = {
            "Reads existing log as fast as possible: the speed of catching up.",
            "Reads from --from to the end that the log has at the start."
        },
        footer = {
            "Examples:",
            "  cdc-tester drain --host=db1 --user=repl --from=earliest",
            "  cdc-tester drain --host=db1 --from=binlog.000012:4 --out=results/drain"
        })
final class DrainCommand extends StreamCommand {

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            required = true,
            description = "Start: FILE:POS, earliest, or a GTID set to leave out; repeat for several streams")
    private List<String> from;

    DrainCommand(Interruption interruption) {
        super(interruption);
    }

    @Override
    public Integer call() throws InterruptedException {
        PlanBuilder plan = plan(from.stream().map(DrainCommand::past).toList(), Duration.ZERO);
        interruption.begin();
        RunResult result = Session.drain(this, outputOptions, plan);
        return result.interrupted() ? Failures.FAILED : Failures.exitCode(result);
    }

    private static StartPosition past(String place) {
        StartPosition start = StartPosition.parse(place);
        if (start.equals(StartPosition.now())) {
            throw new InvalidPlanException(
                    "from", place, "a place in the past for drain, such as earliest; subscribe follows from now on");
        }
        return start;
    }
}
