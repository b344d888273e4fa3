// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that a command mixes in. A command itself only because picocli wants one around {@code @Spec}. */
@Command
public abstract class OptionGroup {

    /** The command, which picocli sets. */
    @Spec(Spec.Target.MIXEE)
    protected CommandSpec spec;

    /** A failure of wrong usage. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
