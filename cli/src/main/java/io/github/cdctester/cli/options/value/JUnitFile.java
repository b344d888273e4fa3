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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;

/**
 * The file of {@code --junit}. Keeps the command's result, so that a later failure can be added. A device or a pipe is written to only
 * once, at the end of the command: its content cannot be replaced, and a pipe's reader may end after the first text.
 */
public final class JUnitFile {

    private final Path path;
    private @Nullable Result result;
    private boolean isCopied;
    private boolean isDeferred;
    /** True if the file is a device or a pipe, and was written to. */
    private boolean isSent;

    private JUnitFile(Path path) {
        this.path = path;
    }

    public static final class Name implements ITypeConverter<JUnitFile> {
        @Override
        public JUnitFile convert(String value) {
            return new JUnitFile(new LocationConverters.Name().convert(value));
        }
    }

    public Path path() {
        return path;
    }

    /** @throws RunFailedException if the file is not writable */
    public void check() {
        ResultFiles.check(path);
    }

    public void write(Result newResult) {
        result = newResult;
        isDeferred = NamedFile.isStream(path);
        if (!isDeferred) {
            write(Formats.JUNIT, newResult);
        }
    }

    /**
     * Called after a command that did not fail.
     *
     * @throws RunFailedException if writing failed
     */
    public void end() {
        Result deferredResult = result;
        if (isDeferred && deferredResult != null) {
            write(Formats.JUNIT, deferredResult);
        }
    }

    private <T> void write(Format<? super T> format, T value) {
        isSent = NamedFile.isStream(path);
        ResultFiles.write(path, format, value);
    }

    /** Records that the file with the results of the run was copied from its pod, so that a later failure is added to them. */
    public void markCopied() {
        isCopied = true;
        isSent = NamedFile.isStream(path);
    }

    /**
     * Also writes an earlier result of the command.
     *
     * @throws RunFailedException if writing failed
     */
    public void write(CommandFailure failure) {
        Result resultBefore = result;
        if (isSent) {
            return;
        }
        if (resultBefore != null) {
            write(Formats.junit(failure), resultBefore);
        } else if (isCopied && Files.isRegularFile(path)) { // reading a pipe could block
            write(Formats.junitWithFailure(copiedText()), failure);
        } else {
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
