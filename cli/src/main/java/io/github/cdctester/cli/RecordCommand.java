// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.play.Recording;
import io.github.cdctester.result.RunResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "record",
        description = {
            "Records a server's log with its times, for 'cdc-tester play'.",
            "Also measures the stream, like subscribe. Ends with Ctrl-C or --time."
        },
        footer = {
            "Examples:",
            "  cdc-tester record --host=db1 --user=repl --out=monday --time=600",
            "  cdc-tester record --host=db1 --from=binlog.000012:4 --out=monday"
        })
final class RecordCommand extends StreamCommand {

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "Length of the recording; 0: until Ctrl-C (default: 0)")
    private Duration time = Duration.ZERO;

    @Override
    public Integer call() throws InterruptedException {
        Path directory = outputOptions
                .outForRunFiles()
                .orElseThrow(() -> usageError("--out=DIR is missing: give a directory for the recording"));
        PlanBuilder plan = plan(List.of(singleStartPosition()), time).record(directory);
        requireSingleStream(plan);
        begin(outputOptions);
        RunResult result = Session.run(this, outputOptions, plan);
        if (!Recording.isIn(directory)) {
            throw new RunFailedException(
                    "nothing was recorded: no event came to " + directory + "; record while clients write");
        }
        error("recorded " + new Recording(directory));
        return exitCode(result, interruption);
    }
}
