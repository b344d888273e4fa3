// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import io.github.cdctester.cli.options.OptionFiles;
import io.github.cdctester.cli.options.OptionNames;
import io.github.cdctester.cli.options.value.JUnitFile;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.ForeignTablesException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.CommandFailure;
import io.github.cdctester.internal.report.files.OutputLock;
import io.github.cdctester.internal.report.files.UsedDirectory;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

public final class Failures {

    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int WRONG_USAGE = 2;
    public static final int CHECK_FAILED = 3;

    private static final int MAX_CHARACTERS = 4_000;

    private Failures() {}

    public static int exitCode(RunResult result) {
        return result.isHeld() ? DONE : CHECK_FAILED;
    }

    /** Ignores the verdict. */
    public static int exitCodeOfChecks(RunResult result) {
        boolean isHeld = result.checks().stream().allMatch(Check::held)
                && result.consumers().stream().allMatch(ConsumerResult::isHeld);
        return isHeld ? DONE : CHECK_FAILED;
    }

    public static int exitCode(boolean hasFailed, boolean isHeld) {
        return hasFailed ? FAILED : isHeld ? DONE : CHECK_FAILED;
    }

    public static int wrongUsage(CommandLine.ParameterException e, String... args) {
        CommandLine command = e.getCommandLine();
        String message = PlainText.line(UsageErrors.message(e) + OptionFiles.hint(args));
        command.getErr().println("cdc-tester: " + message);
        writeJUnit(command.getParseResult(), message, true, command.getErr());
        return pointToHelp(command);
    }

    public static int printFailure(Throwable e, CommandLine command, CommandLine.ParseResult parsed) {
        HeapEnd.endIfHeapIsFull(e);
        PrintWriter err = command.getErr();
        boolean isVerbose = parsed.subcommand() != null && parsed.subcommand().hasMatchedOption("--verbose")
                || parsed.hasMatchedOption("--verbose");
        if (isVerbose) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            err.print(PlainText.lines(trace.toString()));
        }
        if (e instanceof InvalidPlanException invalid) {
            String message = PlainText.line(OptionNames.message(invalid));
            err.println("cdc-tester: " + message);
            writeJUnit(parsed.subcommand(), message, true, err);
            return pointToHelp(command);
        }
        boolean isOfForeignTables = e instanceof ForeignTablesException;
        String message = PlainText.line(messageOf(e));
        err.println("cdc-tester: "
                + (isOfForeignTables ? PlainText.line(String.valueOf(e.getMessage())) : message)
                + (e instanceof CdcTesterException || isVerbose ? "" : " (--verbose shows more)"));
        err.flush();
        writeJUnit(parsed.subcommand(), message, false, err); // last, because it may wait for the reader of a pipe
        return isOfForeignTables ? WRONG_USAGE : FAILED;
    }

    /** The message may contain a long text of a peer or a file. */
    private static String messageOf(Throwable e) {
        String message = e instanceof CdcTesterException ? NotRemovedException.messageOf(e) : e.toString();
        return message.length() > MAX_CHARACTERS ? message.substring(0, MAX_CHARACTERS) + "…" : message;
    }

    private static int pointToHelp(CommandLine command) {
        String name = command.getParent() == null ? "" : command.getCommandName() + " ";
        command.getErr().println("try 'cdc-tester " + name + "--help'");
        return WRONG_USAGE;
    }

    /**
     * Writes the failure to the file of {@code --junit}, if it is given. {@code command} is {@code null} if no command was parsed.
     * After a usage error, it contains the options before the error, and a file of an earlier result in {@code --out} stays.
     */
    private static void writeJUnit(
            @Nullable ParseResult command, String reason, boolean isUsageError, PrintWriter err) {
        if (command == null) {
            return;
        }
        @Nullable JUnitFile file = command.matchedOptionValue("--junit", null);
        if (file == null) {
            return;
        }
        try {
            if (isUsageError && isPartOfEarlierResult(file, command)) {
                return;
            }
            file.write(new CommandFailure(command.commandSpec().name(), Instant.now(), reason));
        } catch (RunFailedException e) {
            String message = PlainText.line(String.valueOf(e.getMessage()));
            if (!reason.contains(message)) {
                err.println("cdc-tester: " + message);
            }
        }
    }

    /** Returns true if the file is in the directory of {@code --out}, which contains a result to keep or is in use. */
    private static boolean isPartOfEarlierResult(JUnitFile file, ParseResult command) {
        @Nullable Path out = command.matchedOptionValue("--out", null);
        return out != null
                && absolute(file.path()).startsWith(absolute(out))
                && (OutputLock.isInUse(out)
                        || !command.matchedOptionValue("--overwrite", false)
                                && !UsedDirectory.resultNames(out).isEmpty());
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
