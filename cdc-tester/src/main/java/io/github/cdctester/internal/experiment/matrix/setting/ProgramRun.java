// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a program of a setting to its end, with nothing to read, and what it says kept for the message if it fails. */
final class ProgramRun {

    private static final int MOST_CHARACTERS = 300;

    private ProgramRun() {}

    static void of(List<String> words, Duration timeout) {
        String shown = String.join(" ", words);
        Path said = null;
        try {
            said = Files.createTempFile("cdc-tester-command", ".txt");
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            process.getOutputStream().close();
            await(process, shown, timeout);
            if (process.exitValue() != 0) {
                throw new RunFailedException(
                        "the command " + shown + " ended with " + process.exitValue() + lastLine(said));
            }
        } catch (IOException e) {
            throw new RunFailedException("the command " + shown + " could not be run: " + e.getMessage(), e);
        } finally {
            delete(said);
        }
    }

    private static void await(Process process, String shown, Duration timeout) {
        boolean ended = false;
        try {
            ended = process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
            if (!ended) {
                throw new RunFailedException(
                        "the command " + shown + " did not end within " + timeout.toMillis() / 1e3 + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while the command " + shown + " was running", e);
        } finally {
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().onExit().join();
            }
        }
    }

    private static String lastLine(Path said) throws IOException {
        String last = new String(Files.readAllBytes(said), Charset.defaultCharset())
                .lines()
                .filter(line -> !line.isBlank())
                .reduce("", (before, line) -> line)
                .strip();
        return last.isEmpty() ? "" : ": " + last.substring(0, Math.min(last.length(), MOST_CHARACTERS));
    }

    private static void delete(@Nullable Path said) {
        if (said != null) {
            said.toFile().delete(); // a file for temporary ones that cannot be deleted hurts nobody
        }
    }
}
