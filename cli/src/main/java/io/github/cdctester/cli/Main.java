// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.failure.HeapEnd;
import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.failure.UsageErrors;
import io.github.cdctester.cli.manual.HelpPages;
import io.github.cdctester.cli.options.OptionFiles;
import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.cli.options.value.JUnitFile;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.Execution;
import io.github.cdctester.cli.sysbench.SysbenchLine;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.internal.text.PlainText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;

public final class Main {

    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");
    private static final int FILE_KIND_MASK = 0xF000;
    private static final int PIPE = 0x1000;
    private static final int SOCKET = 0xC000;

    private static final String HELP = "help";

    private static final Map<String, Supplier<AbstractCommand>> COMMANDS = commands();

    private Main() {}

    private static Map<String, Supplier<AbstractCommand>> commands() {
        Map<String, Supplier<AbstractCommand>> commands = new LinkedHashMap<>();
        commands.put("run", RunCommand::new);
        commands.put("sweep", SweepCommand::new);
        commands.put("find-max", FindMaxCommand::new);
        commands.put("plan", PlanCommand::new);
        commands.put("judge", JudgeCommand::new);
        commands.put("prepare", PrepareCommand::new);
        commands.put("cleanup", CleanupCommand::new);
        commands.put("subscribe", SubscribeCommand::new);
        commands.put("drain", DrainCommand::new);
        commands.put("record", RecordCommand::new);
        commands.put("learn", LearnCommand::new);
        commands.put("play", PlayCommand::new);
        commands.put("worker", WorkerCommand::new);
        commands.put("kubernetes", KubernetesCommand::new);
        commands.put("attach", AttachCommand::new);
        commands.put("compare", CompareCommand::new);
        commands.put("report", ReportCommand::new);
        commands.put(HELP, HelpCommand::new);
        return commands;
    }

    /** Exits with 0 (done), 1 (the run failed), 2 (wrong usage) or 3 (a check failed). */
    public static void main(String[] args) {
        MarkedErrors.installIfRequested();
        HeapEnd.watch();
        LogManager.getLogManager().reset();
        SLF4JBridgeHandler.install(); // MariaDB Connector/J logs through java.util.logging
        Interruption interruption = new Interruption();
        interruption.installShutdownHook();
        CommandLine commandLine = commandLine(interruption, args);
        commandLine.setOut(utf8(System.out));
        commandLine.setErr(utf8(System.err));
        int exitCode = start(commandLine, args);
        int finalExitCode = interruption.exitOrReturn(isOutputLost() ? exitCodeForLostOutput(exitCode) : exitCode);
        keepClassList(finalExitCode);
        System.exit(finalExitCode);
    }

    /** The list of a failed command is deleted, because it is incomplete. */
    private static void keepClassList(int exitCode) {
        String listPath = System.getProperty("cdctester.classes");
        if (listPath == null) {
            return;
        }
        Path list = Path.of(listPath);
        try {
            if (exitCode == Failures.DONE || exitCode == Failures.CHECK_FAILED) {
                String name = list.getFileName().toString();
                Files.move(list, list.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".classes"));
            } else {
                Files.deleteIfExists(list);
            }
        } catch (IOException e) {
            LoggerFactory.getLogger(Main.class).debug("The list of classes is not kept.", e);
        }
    }

    /** Does not end this JVM. Signals do not reach the command. */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        Interruption interruption = new Interruption();
        CommandLine commandLine = commandLine(interruption, args);
        commandLine.setOut(out);
        commandLine.setErr(err);
        return interruption.exitOrReturn(start(commandLine, args));
    }

    static int start(CommandLine commandLine, String... args) {
        SysbenchLine line;
        try {
            line = SysbenchLine.read(
                    commandLine, OptionFiles.expand(commandLine, args).toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
            return Failures.wrongUsage(e);
        }
        line.notes().forEach(note -> commandLine.getErr().println("cdc-tester: note: " + PlainText.line(note)));
        commandLine.setParameterExceptionHandler((e, expanded) -> Failures.wrongUsage(e, args));
        return commandLine.execute(line.arguments().toArray(String[]::new));
    }

    /** JSON requires UTF-8, but Java 17 uses the charset of the locale. */
    private static PrintWriter utf8(PrintStream stream) {
        return new PrintWriter(new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)), true);
    }

    /** A closed pipe is not a loss: its reader, such as {@code head}, needs no more output. */
    private static boolean isOutputLost() {
        return System.out.checkError() && !isOutputPipe();
    }

    private static boolean isOutputPipe() {
        try {
            int kind = (Integer) Files.getAttribute(STANDARD_OUTPUT, "unix:mode") & FILE_KIND_MASK;
            return kind == PIPE || kind == SOCKET;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    private static int exitCodeForLostOutput(int exitCode) {
        System.err.println("cdc-tester: writing to standard output failed; is its disk full?");
        return exitCode == Failures.WRONG_USAGE ? exitCode : Failures.FAILED;
    }

    static CommandLine commandLine(Interruption interruption) {
        return commandLine(interruption, COMMANDS.keySet());
    }

    /** Creates only the command that the first argument names: the options of all commands take most of the time of a short command. */
    private static CommandLine commandLine(Interruption interruption, String[] args) {
        String firstArgument = args.length == 0 ? "" : args[0];
        if (COMMANDS.containsKey(firstArgument) && !firstArgument.equals(HELP)) {
            return commandLine(interruption, Set.of(firstArgument));
        }
        return commandLine(interruption, firstArgument.equals("--version") ? Set.of() : COMMANDS.keySet());
    }

    private static CommandLine commandLine(Interruption interruption, Set<String> names) {
        CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF); // its warnings contain values, also secrets
        CommandLine commandLine = new CommandLine(new CdcTesterCommand());
        COMMANDS.forEach((name, constructor) -> {
            if (names.contains(name)) {
                AbstractCommand command = constructor.get();
                command.interruption = interruption;
                commandLine.addSubcommand(name, command);
            }
        });
        Converters.register(commandLine);
        commandLine.setAbbreviatedOptionsAllowed(false);
        commandLine.setUsageHelpAutoWidth(true);
        commandLine.setHelpFactory((command, colours) -> new CommandLine.Help(
                HelpPages.commandPage(command, isGiven(HelpPages.HELP_ALL_OPTION, command.commandLine())), colours));
        commandLine.setExecutionExceptionHandler(
                (e, command, parsed) -> printFailure(interruption, e, command, parsed));
        commandLine.setExecutionStrategy(parsed -> execute(interruption, parsed));
        return commandLine;
    }

    private static boolean isGiven(String name, CommandLine command) {
        CommandLine.ParseResult parsed = command.getParseResult();
        return parsed != null && parsed.expandedArgs().contains(name);
    }

    /** Also handles an {@link Error}, because picocli's handler receives only exceptions. */
    private static int execute(Interruption interruption, CommandLine.ParseResult parsed) {
        if (parsed.isUsageHelpRequested() && !parsed.unmatched().isEmpty()) {
            throw UsageErrors.unknown(
                    parsed.commandSpec().commandLine(), parsed.unmatched().get(0), "no command");
        }
        try {
            int exitCode = Execution.execute(parsed);
            @Nullable
            JUnitFile junit = parsed.hasSubcommand() ? parsed.subcommand().matchedOptionValue("--junit", null) : null;
            if (junit != null) {
                junit.end();
            }
            return exitCode;
        } catch (CdcTesterException | Error e) {
            CommandLine.ParseResult command = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
            return printFailure(interruption, e, command.commandSpec().commandLine(), parsed);
        }
    }

    private static int printFailure(
            Interruption interruption, Throwable e, CommandLine command, CommandLine.ParseResult parsed) {
        interruption.onFailurePrinted();
        return Failures.printFailure(e, command, parsed);
    }
}
