// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options.value;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.CommandFailure;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.NamedFile;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.result.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The file of {@code --junit}. Keeps the command's result, so that a later failure can be added. A device or a pipe is written to only
 * once, at the end of the command: its content cannot be replaced, and a pipe's reader may end after the first text.
 */
public final class JUnitFile {

    private sealed interface Content {}

    /** Written at once, but to a device or a pipe only at the end of the command. */
    private record Measured(Result result) implements Content {}

    private enum OtherContent implements Content {
        NONE,
        COPIED_FROM_POD,
        /** A device or a pipe was written to. */
        SENT
    }

    private final Path path;
    private Content content = OtherContent.NONE;

    private JUnitFile(Path path) {
        this.path = path;
    }

    static JUnitFile named(String value) {
        return new JUnitFile(LocationConverters.path(value));
    }

    public Path path() {
        return path;
    }

    /** Replaces an earlier file, which would look like the result of a killed command. {@code keeps}: a matrix continues. */
    public void begin(String command, boolean keeps) {
        ResultFiles.check(path);
        if (!keeps && !NamedFile.isStream(path)) {
            write(new CommandFailure(command, Instant.now(), "the command did not end"));
        }
    }

    public void write(Result result) {
        content = new Measured(result);
        if (!NamedFile.isStream(path)) {
            write(Formats.JUNIT, result);
        }
    }

    /**
     * Called after a command that did not fail.
     *
     * @throws RunFailedException if writing failed
     */
    public void end() {
        if (content instanceof Measured measured && NamedFile.isStream(path)) {
            write(Formats.JUNIT, measured.result());
        }
    }

    /** Does not write to a device or a pipe again after a failure. */
    private <T> void write(Format<? super T> format, T value) {
        if (NamedFile.isStream(path)) {
            content = OtherContent.SENT;
        }
        ResultFiles.write(path, format, value);
    }

    /** Records that the file with the results of the run was copied from its pod, so that a later failure is added to them. */
    public void markCopied() {
        content = NamedFile.isStream(path) ? OtherContent.SENT : OtherContent.COPIED_FROM_POD;
    }

    /**
     * Also writes an earlier result of the command.
     *
     * @throws RunFailedException if writing failed
     */
    public void write(CommandFailure failure) {
        if (content instanceof Measured measured) {
            write(Formats.junit(failure), measured.result());
        } else if (content == OtherContent.COPIED_FROM_POD && Files.isRegularFile(path)) {
            write(Formats.junitWithFailure(copiedText()), failure);
        } else if (content != OtherContent.SENT) {
            write(Formats.JUNIT_WITHOUT_RESULT, failure);
        }
    }

    private String copiedText() {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new RunFailedException("the failure cannot be added to " + path + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
