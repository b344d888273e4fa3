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
            "Reads a stretch of existing log as fast as it comes, from --from to the end that the log has when the"
                    + " command starts: the speed of catching up. It writes nothing."
        })
final class DrainCommand extends StreamCommand {

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            required = true,
            description = "where in the log to start: FILE:POS, earliest, or the GTIDs to leave out; once, or"
                    + " once for each stream")
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
