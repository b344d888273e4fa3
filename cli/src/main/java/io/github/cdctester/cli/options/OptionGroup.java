// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Options mixed into a command. It is a command itself only because picocli requires one around {@code @Spec}. */
@Command
public abstract class OptionGroup {

    /** The command, which picocli sets. */
    @Spec(Spec.Target.MIXEE)
    protected CommandSpec spec;

    /** The one of an option's names that is on the command line; picocli takes the longest in its messages. */
    public static String nameAsGiven(OptionSpec option, ParseResult line) {
        return Stream.of(option.names())
                .filter(name -> line.expandedArgs().stream()
                        .anyMatch(argument -> argument.equals(name) || argument.startsWith(name + "=")))
                .findFirst()
                .orElse(option.longestName());
    }

    /** A failure of wrong usage. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
