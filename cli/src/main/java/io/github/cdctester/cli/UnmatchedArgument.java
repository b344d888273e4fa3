// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.sysbench.SysbenchLine;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says which argument no command knows, and what may have been meant. */
final class UnmatchedArgument {

    private UnmatchedArgument() {}

    static String message(UnmatchedArgumentException e) {
        List<String> unmatched = e.getUnmatched();
        String first = withoutValue(unmatched.isEmpty() ? "" : unmatched.get(0));
        return "unknown option or argument '" + first + "'" + hint(first, e);
    }

    /** A mistyped --password=… must not show what came behind it, nor the word after it. */
    private static String withoutValue(String argument) {
        if (argument.matches("-[^-].*")) {
            return argument.substring(0, 2); // -pPASSWORD is what the fingers know from mysql
        }
        int equals = argument.indexOf('=');
        return equals < 0 ? argument : argument.substring(0, equals);
    }

    private static String hint(String argument, UnmatchedArgumentException e) {
        CommandLine command = e.getCommandLine();
        CommandSpec spec = command.getCommandSpec();
        if (argument.startsWith("--")) {
            return SysbenchLine.hint(argument)
                    .map(hint -> "; " + hint)
                    .orElseGet(() -> Stream.concat(
                                    spec.optionsMap().keySet().stream().filter(name -> name.startsWith(argument)),
                                    e.getSuggestions().stream().filter(name -> name.startsWith("--")))
                            .findFirst()
                            .map(name -> "; did you mean " + name + "?")
                            .orElse(""));
        }
        if (argument.startsWith("-")) {
            return "";
        }
        if (spec.findOption("--workload") != null) {
            return "; a workload is given as --workload=NAME";
        }
        return command.getSubcommands().isEmpty()
                ? ""
                : "; the commands are "
                        + String.join(", ", command.getSubcommands().keySet());
    }
}
