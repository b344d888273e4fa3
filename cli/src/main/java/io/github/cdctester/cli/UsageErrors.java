// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.OptionNames;
import io.github.cdctester.cli.sysbench.SysbenchLine;
import io.github.cdctester.failure.InvalidPlanException;
import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and what may have been meant. */
final class UsageErrors {

    private UsageErrors() {}

    static String message(ParameterException e, String[] args) {
        if (e.getCause() instanceof InvalidPlanException invalid) {
            String message = OptionNames.message(invalid);
            // several options may set a property of this name: the one that was being read is known here
            return e.getArgSpec() instanceof OptionSpec option
                    ? message.replaceFirst("^--[a-z-]+", option.longestName())
                    : message;
        }
        return e instanceof UnmatchedArgumentException unmatched ? unmatched(unmatched) : withTheNameGiven(e, args);
    }

    /** picocli names the longest of an option's names; whoever gave another one would look for it in vain. */
    private static String withTheNameGiven(ParameterException e, String[] args) {
        String message = String.valueOf(e.getMessage());
        if (!(e.getArgSpec() instanceof OptionSpec option)) {
            return message;
        }
        return Arrays.stream(option.names())
                .filter(name -> Arrays.stream(args).anyMatch(arg -> arg.equals(name) || arg.startsWith(name + "=")))
                .findFirst()
                .map(name -> message.replace("'" + option.longestName() + "'", "'" + name + "'"))
                .orElse(message);
    }

    private static String unmatched(UnmatchedArgumentException e) {
        String first = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().get(0);
        if (OptionFiles.isFile(first)) { // picocli leaves the name of a file that is not there as it is
            return "cannot read the option file '" + first.substring(1) + "'; its path is taken from the directory"
                    + " that the command is started in";
        }
        String name = withoutValue(first);
        return "unknown option or argument '" + name + "'" + hint(name, e);
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
