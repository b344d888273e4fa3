// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Password;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Where a password comes from: the option, else a file, else the environment. */
final class Passwords {

    private Passwords() {}

    static Password choose(CommandSpec spec, char @Nullable [] given, @Nullable Path file, String variable) {
        if (given != null && file != null) {
            throw new ParameterException(spec.commandLine(), "--password and --password-file: give one of them");
        }
        if (given != null) {
            Password password = Password.of(new String(given));
            Arrays.fill(given, ' ');
            return password;
        }
        if (file != null) {
            return read(spec, file);
        }
        String fromEnvironment = System.getenv(variable);
        return fromEnvironment == null ? Password.NONE : Password.of(fromEnvironment);
    }

    private static Password read(CommandSpec spec, Path file) {
        try {
            if (Files.getFileStore(file).supportsFileAttributeView("posix")
                    && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
                spec.commandLine()
                        .getErr()
                        .println("cdc-tester: warning: " + file + " can be read by everybody; chmod 600 " + file);
            }
            List<String> lines = Files.readAllLines(file);
            return Password.of(lines.isEmpty() ? "" : lines.get(0));
        } catch (IOException e) {
            throw new RunFailedException("--password-file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
