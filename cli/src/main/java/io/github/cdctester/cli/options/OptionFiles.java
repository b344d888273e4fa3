// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.bound.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Expands option files in a command line: {@code @FILE}, and sysbench's {@code --config-file=FILE}. */
public final class OptionFiles {

    private static final String CONFIG_FILE = "--config-file=";

    private OptionFiles() {}

    /** With a file, an option may occur twice, and its last value is used. Without files, this is an error. */
    public static List<String> expand(CommandLine commandLine, String... arguments) {
        commandLine.setExpandAtFiles(false);
        commandLine.setOverwrittenOptionsAllowed(Arrays.stream(arguments).anyMatch(OptionFiles::isOptionFile));
        List<String> allArguments = new ArrayList<>();
        for (String argument : arguments) {
            if (!isOptionFile(argument)) {
                allArguments.add(argument.startsWith("@@") ? argument.substring(1) : argument);
            } else if (argument.startsWith(CONFIG_FILE)) {
                allArguments.addAll(OptionText.settings(text(commandLine, argument.substring(CONFIG_FILE.length()))));
            } else {
                allArguments.addAll(OptionText.words(text(commandLine, argument.substring(1))));
            }
        }
        return allArguments;
    }

    /** A wrong option may come from a file. */
    public static String hint(String... arguments) {
        String names = Arrays.stream(arguments)
                .filter(OptionFiles::isOptionFile)
                .map(file -> file.startsWith(CONFIG_FILE) ? file.substring(CONFIG_FILE.length()) : file.substring(1))
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "; options were also read from " + names;
    }

    /** {@code @@} at the start is an escaped {@code @}, and names no file. */
    public static boolean isOptionFile(String argument) {
        return argument.startsWith(CONFIG_FILE)
                || argument.length() > 1 && argument.charAt(0) == '@' && argument.charAt(1) != '@';
    }

    private static String text(CommandLine commandLine, String name) {
        try {
            Path file = Path.of(name);
            if (Files.isDirectory(file)) {
                throw new ParameterException(commandLine, "the option file '" + name + "' is a directory: give a file");
            }
            return BoundedFile.text(file, BoundedFile.MAX_SMALL_FILE_BYTES);
        } catch (NoSuchFileException | InvalidPathException e) {
            throw new ParameterException(
                    commandLine,
                    "cannot read the option file '" + name
                            + "': there is no such file; its path is relative to the directory"
                            + " that the command is started in",
                    e);
        } catch (IOException e) {
            throw new ParameterException(
                    commandLine, "cannot read the option file '" + name + "': " + SecretFile.reasonOf(e), e);
        }
    }
}
