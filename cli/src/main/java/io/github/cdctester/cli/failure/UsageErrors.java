// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import io.github.cdctester.cli.options.OptionGroup;
import io.github.cdctester.cli.options.OptionNames;
import io.github.cdctester.cli.sysbench.SysbenchLine;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.yaml.NearNames;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

public final class UsageErrors {

    /** Texts in picocli's messages. */
    private static final String MISSING_VALUE_TEXT = " for option ";

    private static final Pattern INVALID_PAIR =
            Pattern.compile(" should be in KEY=VALUE\\S* format but was (.*)", Pattern.DOTALL);

    private UsageErrors() {}

    static String message(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unmatchedMessage(unmatched);
        }
        if (e instanceof MissingParameterException missing) {
            return missingParameterMessage(missing);
        }
        if (e instanceof OverwrittenOptionException repeated
                && repeated.getOverwritten() instanceof OptionSpec option) {
            return repeatedMessage(option, e.getCommandLine().getParseResult().originalArgs());
        }
        if (!(e.getArgSpec() instanceof OptionSpec option)) {
            return String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
        }
        String name = OptionGroup.nameAsGiven(option, e.getCommandLine().getParseResult());
        if (e.getCause() instanceof InvalidPlanException invalid) {
            // several options may set a property with this name, but here the failing option is known
            return OptionNames.message(invalid).replaceFirst("^--[a-z-]+", name);
        }
        String message = String.valueOf(e.getMessage());
        Matcher invalidPair = INVALID_PAIR.matcher(message);
        if (invalidPair.find()) {
            return name + ": '" + invalidPair.group(1) + "' is not " + option.paramLabel();
        }
        return e.getCause() instanceof TypeConversionException wrong
                ? name + ": "
                        + String.valueOf(wrong.getMessage())
                                .replaceFirst(
                                        "^('\\d+') is not an int$",
                                        "$1 is too large: give at most " + Integer.MAX_VALUE)
                                .replaceFirst(
                                        "^('\\d+') is not a long$", "$1 is too large: give at most " + Long.MAX_VALUE)
                                .replaceFirst("is not an? (int|long)$", "is not a whole number")
                                .replaceFirst("is not a double$", "is not a number")
                : message.replaceFirst("^Error: ", "").replace("'" + option.longestName() + "'", "'" + name + "'");
    }

    /** Values of text options are not shown, because they may be passwords. */
    private static String repeatedMessage(OptionSpec option, List<String> arguments) {
        List<String> names = List.of(option.names());
        List<String> givenOptions = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            String name = withoutValue(argument);
            if (names.contains(name)) {
                boolean isSeparate = name.equals(argument) && option.arity().min() > 0 && i + 1 < arguments.size();
                String nameAndValue = isSeparate ? argument + " " + arguments.get(i + 1) : argument;
                givenOptions.add(option.type() == String.class ? name : nameAndValue);
            }
        }
        if (givenOptions.size() < 2) { // one argument can repeat a short option, such as -hh
            return option.shortestName() + " is given more than once: give it once";
        }
        return String.join(" and ", givenOptions) + " are given: give one of them";
    }

    private static String missingParameterMessage(MissingParameterException e) {
        List<ArgSpec> missing = e.getMissing();
        if (String.valueOf(e.getMessage()).contains(MISSING_VALUE_TEXT)
                && missing.get(0) instanceof OptionSpec option) {
            String name = OptionGroup.nameAsGiven(option, e.getCommandLine().getParseResult());
            return name + " needs a value: " + name + "=" + option.paramLabel();
        }
        return missing.stream()
                        .map(argument -> argument instanceof OptionSpec option
                                ? option.longestName() + "=" + option.paramLabel()
                                : argument.paramLabel())
                        .collect(Collectors.joining(" and "))
                + (missing.size() == 1 ? " is missing" : " are missing");
    }

    private static String unmatchedMessage(UnmatchedArgumentException e) {
        String argument = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().get(0);
        String name = withoutValue(argument);
        if (!e.getCommandLine().getSubcommands().isEmpty() && !name.startsWith("-")) {
            return String.valueOf(
                    unknown(e.getCommandLine(), name, "no command").getMessage());
        }
        return "unknown option or argument '" + name + "'" + hint(name, e);
    }

    /** A mistyped {@code --password=…} must not show the password. */
    private static String withoutValue(String argument) {
        if (argument.matches("-[^-].*")) {
            return argument.substring(0, 2); // mysql's short options contain their value, such as -pPASSWORD
        }
        int equals = argument.indexOf('=');
        return equals < 0 ? argument : argument.substring(0, equals);
    }

    private static String hint(String argument, UnmatchedArgumentException e) {
        CommandLine command = e.getCommandLine();
        if (argument.startsWith("--")) {
            return SysbenchLine.hint(argument)
                    .map(hint -> "; " + hint)
                    .orElseGet(() -> NearNames.didYouMean(
                            argument,
                            command.getCommandSpec().optionsMap().keySet().stream()
                                    .filter(name -> name.startsWith("--"))
                                    .toList()));
        }
        boolean isWorkload = Workloads.ALL.names().contains(argument)
                && command.getCommandSpec().findOption("--workload") != null;
        return isWorkload ? "; did you mean --workload=" + argument + "?" : "";
    }

    /** {@code predicate} is the text after "is", such as "no command". */
    public static ParameterException unknown(CommandLine root, String word, String predicate) {
        List<String> names = Stream.concat(root.getSubcommands().keySet().stream(), Workloads.ALL.names().stream())
                .toList();
        return new ParameterException(root, "'" + word + "' is " + predicate + NearNames.didYouMean(word, names));
    }
}
