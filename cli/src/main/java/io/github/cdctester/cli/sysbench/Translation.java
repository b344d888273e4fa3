// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.sysbench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

final class Translation {

    private static final List<String> COMMANDS = List.of("prepare", "run", "cleanup");
    private static final String PREWARM = "prewarm";
    private static final String HELP = "help";

    /** Has the options of all sysbench commands. */
    private static final String RUN = "run";

    private static final Set<String> SWITCH_VALUES = Set.of("on", "off", "true", "false", "yes", "no", "1", "0");

    private final CommandLine commands;
    private final String command;
    private final List<String> arguments = new ArrayList<>();
    private final List<String> ignoredOptions = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private Translation(CommandLine commands, String command) {
        this.commands = commands;
        this.command = command;
        arguments.add(command);
    }

    /** {@code before} and {@code after}: the arguments around the script's name. */
    static SysbenchLine of(CommandLine commands, String workload, List<String> before, List<String> after) {
        String command = after.stream()
                .map(word -> word.equals("-h") || word.equals("--help") ? HELP : word)
                .filter(word -> COMMANDS.contains(word) || word.equals(PREWARM) || word.equals(HELP))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        commands,
                        workload
                                + " is given without a command: add prepare, run or cleanup after it, as in"
                                + " 'cdc-tester "
                                + workload + " run'"));
        if (command.equals(HELP)) {
            return new SysbenchLine(List.of(HELP, workload), List.of());
        }
        if (command.equals(PREWARM)) {
            throw new ParameterException(
                    commands, "there is no prewarm: with --warmup-time, a run begins with load that is not measured");
        }
        List<String> options = new ArrayList<>(after);
        options.remove(command);
        options.addAll(0, before);
        return new Translation(commands, command).translate(workload, options);
    }

    private SysbenchLine translate(String workload, List<String> options) {
        arguments.add("--workload=" + workload);
        Deque<String> remaining = new ArrayDeque<>(options);
        while (!remaining.isEmpty()) {
            String argument = remaining.remove();
            String name = SysbenchNames.name(argument);
            Optional<UnsupportedOption> unsupported = UnsupportedOption.of(name);
            if (!name.startsWith("--")) {
                arguments.add(argument);
            } else if ((name.equals("--host") || name.equals("--port")) && argument.indexOf(',') > 0) {
                throw new ParameterException(
                        spec(command).commandLine(),
                        name + ": " + SysbenchNames.value(argument).orElse("")
                                + ", must be one server: a run measures one, so start a run for each");
            } else if (unsupported.isPresent()) {
                skipUnsupported(name, SysbenchNames.value(argument).orElse(""), unsupported.get());
            } else if (belongsToOtherCommand(name)) {
                ignoredOptions.add(name);
                if (name.equals(argument) && spec(RUN).findOption(name).arity().min() > 0) {
                    remaining.poll();
                }
            } else {
                boolean lacksValue = name.equals(argument) && isSwitch(name) && !isOnOrOff(remaining.peek());
                arguments.add(lacksValue ? name + "=on" : argument);
            }
        }
        if (!ignoredOptions.isEmpty()) {
            notes.add(command + " ignores " + String.join(", ", ignoredOptions) + ", as in sysbench");
        }
        if (SysbenchNames.isScript(workload)) {
            noteDifferences(options);
        }
        return new SysbenchLine(arguments, notes);
    }

    private void skipUnsupported(String name, String value, UnsupportedOption unsupported) {
        if (unsupported.harmlessValues().contains(value.toLowerCase(Locale.ROOT))) {
            return;
        }
        if (unsupported.isRefused()) {
            String displayedValue = value.isEmpty() || name.endsWith("password") ? "given" : value;
            throw new ParameterException(
                    spec(command).commandLine(),
                    name + ": " + displayedValue + ", must be " + unsupported.acceptedValues() + ": "
                            + unsupported.replacement());
        }
        notes.add(name + " has no effect here: " + unsupported.replacement());
    }

    /** Each sysbench command ignores options that only other commands use. */
    private boolean belongsToOtherCommand(String name) {
        return spec(command).findOption(name) == null && spec(RUN).findOption(name) != null;
    }

    /** In sysbench, a switch without a value means "on"; this tool requires the value. */
    private boolean isSwitch(String name) {
        OptionSpec option = spec(command).findOption(name);
        return option != null && option.typeInfo().isBoolean() && option.arity().min() > 0;
    }

    private static boolean isOnOrOff(@Nullable String word) {
        return word != null && SWITCH_VALUES.contains(word.toLowerCase(Locale.ROOT));
    }

    private CommandSpec spec(String name) {
        return Objects.requireNonNull(commands.getSubcommands().get(name)).getCommandSpec();
    }

    private void noteDifferences(Collection<String> options) {
        Set<String> givenNames =
                Set.copyOf(options.stream().map(SysbenchNames::name).toList());
        boolean hasServer = givenNames.contains("--host") || givenNames.contains("--url");
        boolean writes = !command.equals("cleanup");
        List<String> differences = Stream.of(
                        difference(command.equals(RUN) && !hasServer, "an embedded MariaDB", "localhost"),
                        difference(hasServer && !givenNames.contains("--user"), "--user root", "sbtest"),
                        difference(
                                writes && givenNames.contains("--host") && !givenNames.contains("--ssl-mode"),
                                "--ssl-mode PREFERRED",
                                "no TLS"),
                        difference(
                                writes && !givenNames.contains("--rand-type"),
                                "--rand-type uniform, as in 1.1",
                                "special in 1.0"),
                        difference(
                                givenNames.contains("--rate") && !givenNames.contains("--arrivals"),
                                "--arrivals constant",
                                "poisson"))
                .flatMap(Optional::stream)
                .toList();
        if (!differences.isEmpty()) {
            notes.add("defaults here that are not sysbench's: " + String.join("; ", differences));
        }
    }

    private static Optional<String> difference(boolean differs, String defaultHere, String sysbenchDefault) {
        return differs ? Optional.of(defaultHere + " (sysbench: " + sysbenchDefault + ")") : Optional.empty();
    }
}
