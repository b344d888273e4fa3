// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.internal.text.PlainText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import picocli.CommandLine;

/** Option files, {@code @FILE}, which picocli expands: what an option means that comes twice, and files that cannot be read. */
final class OptionFiles {

    private OptionFiles() {}

    /**
     * Runs a command line. Where it has a file, an option that comes again replaces the one before, so that what stands behind
     * the file goes before what is in it. Without a file, an option that is given twice is a mistake.
     */
    static int execute(CommandLine commandLine, String... args) {
        commandLine.setOverwrittenOptionsAllowed(Arrays.stream(args).anyMatch(OptionFiles::isFile));
        for (String argument : args) {
            // picocli reads it as a file, and answers with a stack trace
            if (isFile(argument) && Files.isDirectory(Path.of(argument.substring(1)))) {
                commandLine
                        .getErr()
                        .println("cdc-tester: the option file '" + PlainText.line(argument.substring(1))
                                + "' is a directory: give a file");
                return Failures.WRONG_USAGE;
            }
        }
        return commandLine.execute(args);
    }

    /** Two of the sign stand for the sign itself. */
    static boolean isFile(String argument) {
        return argument.length() > 1 && argument.charAt(0) == '@' && argument.charAt(1) != '@';
    }
}
