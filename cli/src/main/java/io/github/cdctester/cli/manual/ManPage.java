// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command: what its {@code --help} says, for man(1). */
public final class ManPage {

    private static final String INDENTED = "  ";

    private final CommandSpec command;
    private final CommandSpec help;
    private final Roff page = new Roff();

    private ManPage(CommandSpec command, CommandSpec help) {
        this.command = command;
        this.help = help;
    }

    /** Names the page of a command. */
    public static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    /**
     * Writes a page.
     *
     * @param date of the version, such as {@code 2026-11-21}
     * @return the page, in the macros of man(7)
     */
    public static String of(CommandSpec command, String version, String date) {
        ManPage made = new ManPage(command, HelpPages.manual(command));
        made.page.title(
                name(command),
                date,
                command.root().name() + " " + version,
                command.root().name());
        made.head();
        made.description();
        made.subcommands();
        made.parameters();
        made.options();
        made.end();
        return made.page.toString();
    }

    private void head() {
        page.section("NAME")
                .line(Roff.plain(name(command)) + " \\- " + Roff.plain(sentence(command)))
                .section("SYNOPSIS");
        List<String> words = new ArrayList<>(List.of(Roff.bold(command.qualifiedName())));
        options(command).filter(ArgSpec::required).map(ManPage::synopsis).forEach(words::add);
        words.add("[" + Roff.italic("OPTIONS") + "]");
        command.positionalParameters().forEach(parameter -> words.add(Roff.italic(parameter.paramLabel())));
        if (!command.subcommands().isEmpty()) {
            words.add(Roff.italic("COMMAND"));
        }
        page.line(String.join(" ", words));
    }

    private void description() {
        page.section("DESCRIPTION");
        text(command.usageMessage().description());
        text(help.usageMessage().footer());
    }

    /** Lines of text, of which those that are indented stay as they are. */
    private void text(String... lines) {
        StringBuilder example = new StringBuilder();
        for (String line : lines) {
            if (line.startsWith(INDENTED)) {
                example.append(ended(line.substring(INDENTED.length()))).append('\n');
                continue;
            }
            if (!example.isEmpty()) {
                page.example(example.toString());
                example.setLength(0);
            }
            if (!line.isBlank()) {
                page.paragraph(ended(line));
            }
        }
        if (!example.isEmpty()) {
            page.example(example.toString());
        }
    }

    private void subcommands() {
        if (command.subcommands().isEmpty()) {
            return;
        }
        page.section("COMMANDS");
        command.subcommands().forEach((name, sub) -> page.term(Roff.bold(name), sentence(sub.getCommandSpec()) + "."));
    }

    private void parameters() {
        if (command.positionalParameters().isEmpty()) {
            return;
        }
        page.section("ARGUMENTS");
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            page.term(Roff.italic(parameter.paramLabel()), described(parameter));
        }
    }

    private void options() {
        page.section("OPTIONS");
        help.options().stream()
                .filter(option -> option.group() == null)
                .forEach(option -> page.term(term(option), described(option)));
        for (ArgGroupSpec group : help.argGroups()) {
            page.subsection(ended(group.heading()).replaceFirst(":\\s*$", ""));
            group.options().forEach(option -> page.term(term(option), described(option)));
        }
    }

    private static Stream<OptionSpec> options(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden());
    }

    private static String synopsis(OptionSpec option) {
        return Roff.bold(option.longestName()) + value(option, Roff::italic);
    }

    private static String term(OptionSpec option) {
        return Stream.of(option.names()).map(Roff::bold).collect(Collectors.joining(", "))
                + value(option, Roff::italic);
    }

    /** How an option's value is written behind it; empty where it takes none. */
    static String value(OptionSpec option, UnaryOperator<String> label) {
        if (option.arity().max() == 0) {
            return "";
        }
        String of = label.apply(option.paramLabel());
        String value = "=" + of + (option.splitRegex().isEmpty() ? "" : "[," + of + "]...");
        return option.arity().min() == 0 ? "[" + value + "]" : value;
    }

    @SuppressWarnings("ReferenceEquality") // a command is equal to itself only
    private void end() {
        Map<String, String> codes = command.usageMessage().exitCodeList();
        if (codes.isEmpty()) {
            codes = command.root().usageMessage().exitCodeList();
        }
        page.section("EXIT STATUS");
        codes.forEach((code, meaning) -> page.term(Roff.bold(code.strip()), ended(meaning)));
        String others = Stream.concat(
                        Stream.of(command.root()),
                        command.root().subcommands().values().stream().map(each -> each.getCommandSpec()))
                .filter(other -> other != command)
                .map(other -> Roff.bold(name(other)) + "(1)")
                .collect(Collectors.joining(", "));
        page.section("SEE ALSO").line(others);
    }

    static String described(ArgSpec argument) {
        return Stream.of(argument.description()).map(ManPage::ended).collect(Collectors.joining(" "));
    }

    /** The first sentence, without its stop. */
    private static String sentence(CommandSpec command) {
        String[] description = command.usageMessage().description();
        return description.length == 0 ? "" : ended(description[0]).split("\\.(\\s|$)", 2)[0];
    }

    /** Replaces picocli's escapes for line ends and per cent. */
    private static String ended(String text) {
        return text.replace("%n", " ").replace("%%", "%");
    }
}
