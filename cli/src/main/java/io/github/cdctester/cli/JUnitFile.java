// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.NoResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.text.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** The file of {@code --junit}, in which CI finds every end of a command: a result, or why there is none. */
final class JUnitFile {

    private JUnitFile() {}

    /** Writes why there is no result, unless this process has written one before it failed. */
    static void failed(ParseResult parsed, String reason, PrintWriter err) {
        ParseResult command = parsed.subcommand();
        if (command == null) {
            return;
        }
        @Nullable Path file = command.matchedOptionValue("--junit", null);
        if (file == null || file.toString().isBlank() || isOfThisProcess(file)) {
            return;
        }
        try {
            ResultFiles.write(
                    file, Formats.JUNIT, new NoResult(command.commandSpec().name(), Instant.now(), reason));
        } catch (RunFailedException e) {
            err.println("cdc-tester: " + PlainText.line(String.valueOf(e.getMessage())));
        }
    }

    private static boolean isOfThisProcess(Path file) {
        try {
            Instant written = Files.getLastModifiedTime(file).toInstant();
            return ProcessHandle.current()
                    .info()
                    .startInstant()
                    .map(start -> !written.isBefore(start))
                    .orElse(false);
        } catch (IOException e) {
            return false; // there is none
        }
    }
}
