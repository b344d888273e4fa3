// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.internal.workload.WorkloadFamily;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Options of workloads that are not written would have no effect: they are refused. */
final class IgnoredOptions {

    private IgnoredOptions() {}

    /**
     * Refuses options that would be ignored.
     *
     * @param written the families of the workloads that are written
     * @param asked the options that say so, as in {@code --workload tpcc}
     */
    static void refuse(ParseResult given, List<WorkloadFamily> all, Collection<WorkloadFamily> written, String asked) {
        for (OptionSpec option : given.matchedOptions()) {
            String name = nameAsGiven(option, given);
            List<WorkloadFamily> owners =
                    all.stream().filter(family -> has(family, name)).toList();
            if (!owners.isEmpty() && written.stream().noneMatch(owners::contains)) {
                throw new ParameterException(
                        given.commandSpec().commandLine(),
                        name + " is " + value(option, name, given) + ", but must be left out with " + asked
                                + ": it is for "
                                + owners.stream()
                                        .map(WorkloadFamily::label)
                                        .distinct()
                                        .collect(Collectors.joining(", ")));
            }
        }
    }

    private static boolean has(WorkloadFamily family, String name) {
        return family.sharedOptions().contains(name)
                || family.options().stream().anyMatch(option -> option.name().equals(name));
    }

    /** An option with two names, of which one is for one family only. */
    private static String nameAsGiven(OptionSpec option, ParseResult given) {
        return Stream.of(option.names())
                .filter(name -> given.expandedArgs().stream()
                        .anyMatch(argument -> argument.equals(name) || argument.startsWith(name + "=")))
                .findFirst()
                .orElse(option.longestName());
    }

    /** As it was typed: what picocli keeps of a switch is not. */
    private static String value(OptionSpec option, String name, ParseResult given) {
        if (option.arity().max() == 0) {
            return "given";
        }
        List<String> arguments = given.expandedArgs();
        for (int i = arguments.size() - 1; i >= 0; i--) {
            String argument = arguments.get(i);
            if (argument.startsWith(name + "=")) {
                return argument.substring(name.length() + 1);
            }
            if (argument.equals(name) && i + 1 < arguments.size()) {
                return arguments.get(i + 1);
            }
        }
        return "given";
    }
}
