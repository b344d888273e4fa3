// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.manual;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A script that completes commands, options and their values in bash, and in zsh by its bashcompinit, without starting the
 * program. picocli's own generator keeps an option's values by the label of its parameter, so that of two options of one label
 * one gets the other's, and completes nothing behind an {@code =}.
 */
public final class BashCompletion {

    private static final String HEAD = """
            # Completes cdc-tester's commands, options and values: in bash, and in zsh by its bashcompinit.
            # Made by the build from the commands themselves. To use it: source this file.
            if [[ -n ${ZSH_VERSION-} ]]; then
                autoload -U +X compinit && compinit
                autoload -U +X bashcompinit && bashcompinit
            fi

            _cdc_tester() {
                local current=${COMP_WORDS[COMP_CWORD]} option='' before='' command='' script='' offered='' values='' kind='' apart='' word i
                COMPREPLY=()
                # bash takes --option=value for three words, zsh for one
                if [[ $current == --*=* ]]; then
                    option=${current%%=*}
                    before=$option=
                    current=${current#*=}
                elif [[ $current == '=' ]]; then
                    option=${COMP_WORDS[COMP_CWORD - 1]}
                    current=''
                elif ((COMP_CWORD > 2)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then
                    option=${COMP_WORDS[COMP_CWORD - 2]}
                elif [[ $current != -* ]]; then
                    option=${COMP_WORDS[COMP_CWORD - 1]}
                fi
                for ((i = 1; i < COMP_CWORD; i++)); do
                    word=${COMP_WORDS[i]}
                    case $word in
                        %COMMANDS%)
                            command=$word
                            break
                            ;;
                        %WORKLOADS%) script=$word ;;
                    esac
                done
                case $command in
            """;

    private static final String FOOT = """
                esac
                case $kind in
                    nothing) return ;;
                    files)
                        compopt -o filenames 2>/dev/null
                        while IFS= read -r word; do
                            COMPREPLY+=("$before$word")
                        done < <(compgen -f -- "$current")
                        return
                        ;;
                    values) offered=$values ;;
                    *)
                        # a directory's or a file's name, where the command takes one
                        if [[ -n $kind && $current != -* ]]; then
                            compopt -o filenames 2>/dev/null
                            while IFS= read -r word; do
                                COMPREPLY+=("$word")
                            done < <(compgen -f -- "$current")
                            return
                        fi
                        ;;
                esac
                # where no blank can be kept from behind the =, as in zsh, the value is the next word
                type compopt >/dev/null 2>&1 || apart=yes
                for word in $(compgen -W "$offered" -- "$current"); do
                    [[ -z $apart ]] || word=${word%=}
                    COMPREPLY+=("$before$word")
                done
                if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= ]]; then
                    compopt -o nospace 2>/dev/null
                fi
            }

            complete -F _cdc_tester cdc-tester
            """;

    private final StringBuilder script = new StringBuilder();

    private BashCompletion() {}

    /**
     * Writes the script.
     *
     * @param workloads words that may stand in front of a command, as in sysbench's lines
     */
    public static String of(CommandLine root, List<String> workloads, List<String> behindThem) {
        BashCompletion made = new BashCompletion();
        List<String> commands = List.copyOf(root.getSubcommands().keySet());
        made.script.append(HEAD.replace("%COMMANDS%", String.join(" | ", commands))
                .replace("%WORKLOADS%", String.join(" | ", workloads)));
        made.line(2, "'')");
        made.line(3, "offered=" + quoted(names(root.getCommandSpec())));
        made.line(3, "if [[ -n $script ]]; then");
        made.line(4, "offered+=" + quoted(Stream.concat(Stream.of(""), behindThem.stream())));
        made.line(3, "else");
        made.line(
                4,
                "offered+="
                        + quoted(Stream.of(Stream.of(""), commands.stream(), workloads.stream())
                                .flatMap(words -> words)));
        made.line(3, "fi");
        made.line(3, ";;");
        root.getSubcommands().forEach((name, command) -> made.command(name, command.getCommandSpec()));
        return made.script.append(FOOT).toString();
    }

    private void command(String name, CommandSpec command) {
        line(2, name + ")");
        line(3, "offered=" + quoted(names(command)));
        line(3, "case $option in");
        Map<String, List<String>> likeOptions = new LinkedHashMap<>();
        command.options().stream()
                .filter(option -> !option.hidden() && option.arity().max() > 0)
                .forEach(option -> likeOptions
                        .computeIfAbsent(answer(option), answer -> new ArrayList<>())
                        .addAll(List.of(option.names())));
        likeOptions.forEach((answer, options) -> line(4, String.join(" | ", options) + ") " + answer + " ;;"));
        boolean takesFiles = command.positionalParameters().stream().anyMatch(BashCompletion::isFile);
        line(4, "*) kind=" + (takesFiles ? "arguments" : "''") + " ;;");
        line(3, "esac");
        line(3, ";;");
    }

    private static String answer(OptionSpec option) {
        if (isFile(option)) {
            return "kind=files";
        }
        String values = candidates(option).collect(Collectors.joining(" "));
        return values.isEmpty() ? "kind=nothing" : "kind=values values=" + quoted(Stream.of(values));
    }

    /** Constants are taken in either case; with a {@code _} they are written as in Java. */
    private static Stream<String> candidates(OptionSpec option) {
        if (option.completionCandidates() == null) {
            return Stream.empty();
        }
        return StreamSupport.stream(option.completionCandidates().spliterator(), false)
                .map(word -> option.type().isEnum() && !word.contains("_") ? word.toLowerCase(Locale.ROOT) : word);
    }

    private static boolean isFile(ArgSpec argument) {
        return argument.type() == Path.class || argument.auxiliaryTypes()[0] == Path.class;
    }

    /** With an {@code =} where a value must follow. */
    private static Stream<String> names(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Stream.of(option.names())
                        .map(name -> option.arity().min() > 0 && name.startsWith("--") ? name + "=" : name));
    }

    private static String quoted(Stream<String> words) {
        return "'" + words.collect(Collectors.joining(" ")) + "'";
    }

    private void line(int depth, String text) {
        script.append("    ".repeat(depth)).append(text).append('\n');
    }
}
