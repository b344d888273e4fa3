// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.manual;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The tables of options in a document, from the help of all commands, one table per heading. A comment before each table contains
 * its heading.
 */
public final class OptionTables {

    private static final Pattern TABLE = Pattern.compile("(<!-- options: ([^>]+) -->\n)(?:\\|.*\n)*");
    private static final Pattern CODE = Pattern.compile("(?<!\\w)'[^']+'|--[a-z][a-z-]*(=\\w+)?");
    private static final Pattern DEFAULT = Pattern.compile(" ?\\(default(?: ([a-z]+))?: (.+)\\)$");

    private final List<CommandSpec> commands;
    private final Map<String, Map<Described, Set<String>>> tables = new LinkedHashMap<>();

    /** Contents of a row without the commands of the option. */
    private record Described(String term, String usual, String means) {}

    private OptionTables(List<CommandSpec> commands) {
        this.commands = commands;
        HelpPages.headings()
                .forEach((heading, names) -> names.forEach(name -> commands.stream()
                        .filter(command -> command.findOption(name) != null)
                        .forEach(command -> add(heading, command, command.findOption(name)))));
        Set<String> placed = new LinkedHashSet<>();
        HelpPages.headings().values().forEach(placed::addAll);
        for (CommandSpec command : commands) {
            command.options().stream()
                    .filter(option -> !option.hidden() && !HelpPages.isOfAWorkload(option))
                    .filter(option -> List.of(option.names()).stream().noneMatch(placed::contains))
                    .forEach(option -> add(isOfOne(option) ? command.name() : "all commands", command, option));
        }
    }

    /**
     * Writes a document's tables again.
     *
     * @param commands all of them
     * @throws IllegalArgumentException if the document has no place for a heading, or one for a heading that is not there
     */
    public static String in(String document, List<CommandSpec> commands) {
        OptionTables made = new OptionTables(commands);
        Set<String> left = new LinkedHashSet<>(made.tables.keySet());
        String written = TABLE.matcher(document).replaceAll(found -> {
            Map<Described, Set<String>> options = made.tables.get(found.group(2));
            if (options == null || !left.remove(found.group(2))) {
                throw new IllegalArgumentException("no options, or twice: " + found.group(2));
            }
            return Matcher.quoteReplacement(found.group(1) + made.table(options));
        });
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("no place for the options of: " + String.join(", ", left));
        }
        return written;
    }

    private void add(String heading, CommandSpec command, OptionSpec option) {
        String text = described(option);
        Matcher usual = DEFAULT.matcher(text);
        boolean found = usual.find();
        String value = !found ? "" : (usual.group(1) == null ? "" : usual.group(1) + " ") + usual.group(2);
        tables.computeIfAbsent(heading, any -> new LinkedHashMap<>())
                .computeIfAbsent(
                        new Described(term(option), marked(value), marked(found ? usual.replaceAll("") : text)),
                        any -> new LinkedHashSet<>())
                .add(command.name());
    }

    private boolean isOfOne(OptionSpec option) {
        return commands.stream()
                        .filter(command -> command.findOption(option.longestName()) != null)
                        .count()
                == 1;
    }

    private String table(Map<Described, Set<String>> rows) {
        boolean ofOne = new HashSet<>(rows.values()).size() == 1
                && rows.values().iterator().next().size() == 1;
        StringBuilder table = new StringBuilder("| option | default | means |" + (ofOne ? "" : " commands |") + "\n")
                .append("|---|---|---|" + (ofOne ? "" : "---|") + "\n");
        rows.forEach((row, having) -> table.append("| " + row.term + " | " + row.usual + " | " + row.means + " |")
                .append(ofOne ? "" : " " + named(having) + " |")
                .append('\n'));
        return table.toString();
    }

    private String named(Set<String> having) {
        List<String> others =
                new ArrayList<>(commands.stream().map(CommandSpec::name).toList());
        others.removeAll(having);
        return others.isEmpty()
                ? "all"
                : others.size() < having.size() ? "all but " + String.join(", ", others) : String.join(", ", having);
    }

    private static String term(OptionSpec option) {
        String term = "`" + String.join("` `", option.names());
        return (term + value(option) + "`").replace("|", "\\|");
    }

    /** Returns the option's value as it is written after the name; empty if it takes none. */
    private static String value(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        String label = option.paramLabel();
        String value = "=" + label + (option.splitRegex().isEmpty() ? "" : "[," + label + "]...");
        return option.arity().min() == 0 ? "[" + value + "]" : value;
    }

    /** Replaces picocli's escapes for line ends and per cent. */
    private static String described(OptionSpec option) {
        return String.join(" ", option.description()).replace("%n", " ").replace("%%", "%");
    }

    /** Formats options and quoted text as code; other text has no special characters of Markdown. */
    private static String marked(String text) {
        return CODE.matcher(text.replace("|", "\\|").replace("*", "\\*"))
                .replaceAll(found -> Matcher.quoteReplacement(
                        "`" + found.group().replaceAll("^'|'$", "").replace("\\*", "*") + "`"));
    }
}
