// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.learn.LearnedFacts;
import io.github.cdctester.internal.learn.Likeness;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "learn",
        description = {
            "Learns a workload from a server's log, for 'cdc-tester run --workload-file'.",
            "With a --from in the past and no --time it ends where the log ends now; else with Ctrl-C or --time."
        },
        footer = {
            "Examples:",
            "  cdc-tester learn --host=db1 --user=repl --workload-file=shop.yaml --time=600",
            "  cdc-tester learn --host=db1 --workload-file=shop.yaml --from=binlog.000012:4",
            "  cdc-tester learn --host=test --like=shop.yaml --time=60"
        })
final class LearnCommand extends StreamCommand {

    @Option(names = "--workload-file", paramLabel = "FILE", description = "Workload file to write; must not exist")
    private @Nullable Path file;

    @Option(names = "--like", paramLabel = "FILE", description = "Compare the log with this learned workload file")
    private @Nullable Path referenceFile;

    @Option(names = "--anonymous", description = "Replace the names of tables, columns and indexes by random ones")
    private boolean anonymous;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "Length of the log to learn from; 0: until Ctrl-C (default: 0)")
    private @Nullable Duration time;

    @Option(names = "--events", paramLabel = "N", description = "Transactions to learn from; 0: no limit (default: 0)")
    private long events;

    @Override
    public Integer call() throws InterruptedException {
        if (file == null && referenceFile == null) {
            throw usageError(
                    "--workload-file=FILE is missing: give the file for the workload, or --like=FILE to compare with one");
        }
        LearnedFacts referenceFacts = referenceFile == null ? null : LearnedFacts.read(referenceFile);
        if (file != null) {
            return learn(file, referenceFacts);
        }
        try (ComparedFile compared = ComparedFile.create()) {
            return learn(compared.path(), referenceFacts);
        }
    }

    private int learn(Path target, @Nullable LearnedFacts referenceFacts) throws InterruptedException {
        StartPosition start = singleStartPosition();
        Duration length = time == null ? Duration.ZERO : time;
        PlanBuilder plan = plan(List.of(start), length)
                .window(new Window(Duration.ZERO, length, events, Defaults.DRAIN_TIMEOUT))
                .learn(target, database(), anonymous);
        requireSingleStream(plan);
        begin(outputOptions);
        RunResult result = time == null && !start.equals(StartPosition.now())
                ? Session.drain(this, outputOptions, plan)
                : Session.run(this, outputOptions, plan);
        LearnedFacts learnedFacts = LearnedFacts.read(target);
        if (referenceFacts != null) {
            Likeness likeness = Likeness.of(referenceFacts, learnedFacts);
            print(likeness.text());
            outputOptions.out().ifPresent(likeness::write);
        }
        if (file != null) {
            print(String.format(
                    Locale.ROOT,
                    "learned    %s: %d transactions, rows read of %d, %s %% are in the file%n%s%s",
                    file,
                    learnedFacts.transactions(),
                    learnedFacts.read(),
                    Math.round(1_000 * learnedFacts.covered()) / 10.0,
                    database().isEmpty()
                            ? "schemas    all, as no database was named: --database=NAME learns one\n"
                            : "",
                    learnedFacts.unreadable().isEmpty()
                            ? ""
                            : "not learned: rows of " + learnedFacts.unreadable() + "\n"));
        }
        return result.interrupted() && !interruption.isTerminated()
                ? Failures.exitCodeOfChecks(result)
                : exitCode(result, interruption);
    }

    private void print(String text) {
        CommandLine line = spec.commandLine();
        PrintWriter printer = outputOptions.printsJson() ? line.getErr() : line.getOut();
        printer.print("\n" + text);
        printer.flush();
    }

    /** Deleted even if a signal ends the command. */
    private record ComparedFile(Path path) implements AutoCloseable {

        static ComparedFile create() {
            try {
                return new ComparedFile(
                        Files.createTempDirectory("cdc-tester-learn").resolve("seen.yaml"));
            } catch (IOException e) {
                throw new RunFailedException("no temporary file can be made: " + SecretFile.reasonOf(e), e);
            }
        }

        @Override
        public void close() {
            try {
                Files.deleteIfExists(path);
                Files.deleteIfExists(path.resolveSibling(""));
            } catch (IOException e) {
                throw new RunFailedException("removing " + path + " failed: " + SecretFile.reasonOf(e), e);
            }
        }
    }
}
