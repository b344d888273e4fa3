// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options.value;

import io.github.cdctester.config.Password;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

public final class Passwords {

    private Passwords() {}

    /** Prefers the option to the file, and the file to the environment {@code variable}. Without any, the password is empty. */
    public static Password choose(CommandSpec spec, @Nullable String fromOption, @Nullable Path file, String variable) {
        if (fromOption != null && file != null) {
            throw new ParameterException(spec.commandLine(), "--password and --password-file: give one of them");
        }
        if (fromOption != null) {
            return Password.of(fromOption);
        }
        if (file != null) {
            return read(spec, "--password-file", file);
        }
        String fromEnvironment = System.getenv(variable);
        return fromEnvironment == null ? Password.NONE : Password.of(fromEnvironment);
    }

    public static Password read(CommandSpec spec, String option, Path file) {
        try {
            if (isReadableByOthers(file)) {
                spec.commandLine()
                        .getErr()
                        .println("cdc-tester: warning: " + file + " can be read by all users; chmod 600 " + file);
            }
            return Password.of(SecretFile.firstLine(file));
        } catch (IOException e) {
            throw new RunFailedException(option + " " + file + " cannot be read: " + SecretFile.reasonOf(e), e);
        }
    }

    /**
     * Returns false for a pipe, such as {@code <(…)}, because only two processes share it. Returns false on a read-only file system,
     * such as a Secret in a pod, because the mode cannot change.
     */
    private static boolean isReadableByOthers(Path file) throws IOException {
        PosixFileAttributeView view =
                Files.isRegularFile(file) && !Files.getFileStore(file).isReadOnly()
                        ? Files.getFileAttributeView(file, PosixFileAttributeView.class)
                        : null;
        return view != null && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ);
    }
}
