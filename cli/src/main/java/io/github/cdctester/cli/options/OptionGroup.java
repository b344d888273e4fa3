// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Base class of option groups that are mixed into commands. picocli requires the annotation for {@code @Spec}. */
@Command
public abstract class OptionGroup {

    /** Set by picocli. */
    @Spec(Spec.Target.MIXEE)
    protected CommandSpec spec;

    /** picocli's messages use the longest name instead. */
    public static String nameAsGiven(OptionSpec option, ParseResult line) {
        return Stream.of(option.names())
                .filter(name -> line.expandedArgs().stream()
                        .anyMatch(argument -> argument.equals(name) || argument.startsWith(name + "=")))
                .findFirst()
                .orElse(option.longestName());
    }

    protected final ParameterException usageError(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
