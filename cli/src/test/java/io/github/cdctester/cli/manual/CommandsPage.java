// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.manual;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Generates the documentation page about commands and their options, except options of workloads. */
public final class CommandsPage {

    private static final Pattern CODE = Pattern.compile("(?<!\\w)'[^']+'|--[a-z][a-z-]*(=\\w+(,\\w+)*)?");
    private static final Pattern DEFAULT = Pattern.compile(" ?\\(default(?: ([a-z]+))?: (.+)\\)$");
    private static final String ALL_COMMANDS = "all commands";

    private static final String INTRODUCTION = """
            # Commands and options

            Run `cdc-tester COMMAND --help` for a command's usual options, and `--help-all` for all of them.
            Run `cdc-tester help WORKLOAD` for the options of a workload. `docs/generate` writes this page.

            - Option names follow sysbench where sysbench has the option. `_` in place of `-` is accepted: `--table_size=1000`.
            - Join the value of an on/off option by `=`: `--auto-inc=off`.
            - Times are in seconds. They accept a fraction or a unit: `10`, `0.5`, `500ms`, `2m`, `1h`.
            - `@FILE` stands for the options in a file.

            ## Commands

            """;

    private final List<CommandSpec> commands;
    private final Map<String, Map<Row, Set<String>>> tables = new LinkedHashMap<>();

    /** The commands are not part of the row, so that equal rows can be merged. */
    private record Row(String term, String defaultValue, String meaning) {}

    private CommandsPage(List<CommandSpec> commands) {
        this.commands = commands;
        Set<String> listedOptions = new HashSet<>();
        for (HelpPages.Heading heading : HelpPages.HEADINGS) {
            Stream.concat(heading.usualOptions().stream(), heading.rareOptions().stream())
                    .filter(listedOptions::add)
                    .forEach(name -> commands.stream()
                            .filter(command -> command.findOption(name) != null)
                            .forEach(command -> add(heading.title(), command, command.findOption(name))));
        }
        for (CommandSpec command : commands) {
            command.options().stream()
                    .filter(option -> !option.hidden() && !HelpPages.isWorkloadOption(option))
                    .filter(option -> List.of(option.names()).stream().noneMatch(listedOptions::contains))
                    .forEach(option ->
                            add(isSharedByAllCommands(option) ? "All commands" : command.name(), command, option));
        }
    }

    public static String of(CommandSpec root) {
        List<CommandSpec> commands = root.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.name().equals("help"))
                .toList();
        return new CommandsPage(commands).page(root);
    }

    private String page(CommandSpec root) {
        StringBuilder page = new StringBuilder(INTRODUCTION).append("| command | does |\n|---|---|\n");
        commands.forEach(command -> page.append("| `" + command.name() + "` | ")
                .append(withCodeMarks(String.join(" ", command.usageMessage().description())))
                .append(" |\n"));
        page.append("\n| exit code | means |\n|---|---|\n");
        root.usageMessage()
                .exitCodeList()
                .forEach((code, means) -> page.append("| " + code + " | " + withCodeMarks(means) + " |\n"));
        Stream.of(true, false)
                .flatMap(shared -> tables.keySet().stream()
                        .filter(heading -> shared == mostSharedCommands(heading).size() > 1))
                .forEach(heading -> page.append("\n## " + title(heading) + "\n\n" + table(heading)));
        return page.toString();
    }

    private String title(String heading) {
        boolean isCommand = commands.stream().anyMatch(command -> command.name().equals(heading));
        return isCommand ? "Options of " + heading : heading;
    }

    private Set<String> mostSharedCommands(String heading) {
        Collection<Set<String>> commandSets = tables.get(heading).values();
        return commandSets.stream()
                .max(Comparator.comparingLong(
                        names -> commandSets.stream().filter(names::equals).count()))
                .orElseThrow();
    }

    private void add(String heading, CommandSpec command, OptionSpec option) {
        String text = description(option);
        Matcher defaultMatch = DEFAULT.matcher(text);
        boolean hasDefault = defaultMatch.find();
        String value = !hasDefault
                ? ""
                : (defaultMatch.group(1) == null ? "" : defaultMatch.group(1) + " ") + defaultMatch.group(2);
        tables.computeIfAbsent(heading, key -> new LinkedHashMap<>())
                .computeIfAbsent(
                        new Row(
                                term(option),
                                withCodeMarks(value),
                                withCodeMarks(hasDefault ? defaultMatch.replaceAll("") : text)),
                        key -> new LinkedHashSet<>())
                .add(command.name());
    }

    private boolean isSharedByAllCommands(OptionSpec option) {
        return commands.stream().allMatch(command -> command.findOption(option.longestName()) != null);
    }

    /** A row lists its commands only if they differ from the most frequent set, which is above the table. */
    private String table(String heading) {
        Map<Row, Set<String>> rows = tables.get(heading);
        Set<String> mainCommands = mostSharedCommands(heading);
        boolean isUniform = rows.values().stream().allMatch(mainCommands::equals);
        StringBuilder table = new StringBuilder(isUniform ? "Commands: " : "Commands, unless a row lists others: ")
                .append(commandList(mainCommands) + ".\n\n")
                .append("| option | default | means |" + (isUniform ? "" : " commands |") + "\n")
                .append("|---|---|---|" + (isUniform ? "" : "---|") + "\n");
        rows.forEach(
                (row, names) -> table.append("| " + row.term + " | " + row.defaultValue + " | " + row.meaning + " |")
                        .append(isUniform ? "" : names.equals(mainCommands) ? "  |" : " " + commandList(names) + " |")
                        .append('\n'));
        return table.toString();
    }

    private String commandList(Set<String> names) {
        List<String> otherCommands =
                new ArrayList<>(commands.stream().map(CommandSpec::name).toList());
        otherCommands.removeAll(names);
        return otherCommands.isEmpty()
                ? ALL_COMMANDS
                : otherCommands.size() < names.size()
                        ? ALL_COMMANDS + " except " + String.join(", ", otherCommands)
                        : String.join(", ", names);
    }

    private static String term(OptionSpec option) {
        String term = "`" + String.join("` `", option.names());
        return (term + valueSuffix(option) + "`").replace("|", "\\|");
    }

    /** Returns, for example, {@code =N}; empty if the option has no value. */
    private static String valueSuffix(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        String label = option.paramLabel();
        String value = "=" + label + (option.splitRegex().isEmpty() ? "" : "[," + label + "]...");
        return option.arity().min() == 0 ? "[" + value + "]" : value;
    }

    private static String description(OptionSpec option) {
        return String.join(" ", option.description()).replace("%n", " ").replace("%%", "%");
    }

    /** Escapes {@code |} everywhere, and {@code *} outside of code. */
    private static String withCodeMarks(String text) {
        return CODE.matcher(text.replace("|", "\\|").replace("*", "\\*"))
                .replaceAll(match -> Matcher.quoteReplacement(
                        "`" + match.group().replaceAll("^'|'$", "").replace("\\*", "*") + "`"));
    }
}
