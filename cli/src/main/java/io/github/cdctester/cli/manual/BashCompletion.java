// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.manual;

import io.github.cdctester.cli.options.value.JUnitFile;
import io.github.cdctester.config.Endpoint.SslMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Generates completion for bash, and for zsh with bashcompinit. picocli's generator completes no values after {@code =}, and offers the
 * same values for all options with the same parameter label.
 */
public final class BashCompletion {

    private final StringBuilder script = new StringBuilder();

    private BashCompletion() {}

    /** In a sysbench command line, one of {@code sysbenchCommands} follows one of {@code workloads}. */
    public static String of(CommandLine root, List<String> workloads, List<String> sysbenchCommands) {
        BashCompletion completion = new BashCompletion();
        root.getSubcommands().forEach((name, command) -> completion.addCommand(name, command.getCommandSpec()));
        List<String> commands = List.copyOf(root.getSubcommands().keySet());
        return template()
                .replace("%COMMANDS%", String.join(" | ", commands))
                .replace("%WORKLOADS%", String.join(" | ", workloads))
                .replace("%OPTIONS%", joined(optionNames(root.getCommandSpec())))
                .replace("%BEHIND%", String.join(" ", sysbenchCommands))
                .replace("%WORDS%", joined(Stream.concat(commands.stream(), workloads.stream())))
                .replace("%CASES%", completion.script);
    }

    private static String template() {
        try (InputStream in = BashCompletion.class.getResourceAsStream("completion.bash")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void addCommand(String name, CommandSpec command) {
        addLine(2, name + ")");
        Stream<String> words = command.positionalParameters().stream().flatMap(BashCompletion::candidates);
        addLine(3, "offered='" + joined(Stream.concat(words, optionNames(command))) + "'");
        addLine(3, "case $option in");
        Map<String, List<String>> optionsByCompletion = new LinkedHashMap<>();
        command.options().stream()
                .filter(option -> !option.hidden() && option.arity().max() > 0)
                .forEach(option -> optionsByCompletion
                        .computeIfAbsent(completionOf(option), completion -> new ArrayList<>())
                        .addAll(List.of(option.names())));
        optionsByCompletion.forEach(
                (completion, options) -> addLine(4, String.join(" | ", options) + ") " + completion + " ;;"));
        boolean hasFileArgument = command.positionalParameters().stream().anyMatch(BashCompletion::takesFile);
        addLine(4, "*) kind=" + (hasFileArgument ? "arguments" : "''") + " ;;");
        addLine(3, "esac");
        addLine(3, ";;");
    }

    private static String completionOf(OptionSpec option) {
        if (takesFile(option)) {
            return "kind=files";
        }
        String values = joined(candidates(option));
        return values.isEmpty() ? "kind=nothing" : "kind=values values='" + values + "'";
    }

    /** {@code --ssl-mode} keeps MySQL's spelling. */
    private static Stream<String> candidates(ArgSpec option) {
        if (option.completionCandidates() == null) {
            return Stream.empty();
        }
        return StreamSupport.stream(option.completionCandidates().spliterator(), false)
                .map(word -> option.type().isEnum() && option.type() != SslMode.class
                        ? word.toLowerCase(Locale.ROOT).replace('_', '-')
                        : word);
    }

    private static boolean takesFile(ArgSpec argument) {
        return argument.type() == Path.class
                || argument.type() == JUnitFile.class
                || argument.auxiliaryTypes()[0] == Path.class;
    }

    /** Long names end with {@code =} if a value must follow. */
    private static Stream<String> optionNames(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Stream.of(option.names())
                        .map(name -> option.arity().min() > 0 && name.startsWith("--") ? name + "=" : name));
    }

    private static String joined(Stream<String> words) {
        return words.collect(Collectors.joining(" "));
    }

    private void addLine(int depth, String text) {
        script.append("    ".repeat(depth)).append(text).append('\n');
    }
}
