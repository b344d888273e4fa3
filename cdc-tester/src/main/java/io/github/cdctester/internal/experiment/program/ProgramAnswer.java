// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.program;

import io.github.cdctester.config.Endpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How a program ended that was run for what it prints.
 *
 * @param printed what it has printed, of much the beginning
 * @param lastWords the last line of its standard error; empty where there is none
 */
public record ProgramAnswer(int code, String printed, String lastWords) {

    private static final int MAX_BYTES = 65_536;

    /**
     * Runs a program, which is told where the server is.
     *
     * @return how it ended; empty where it took too long, and was killed with all that it had started
     * @throws IOException if it cannot be started
     */
    public static Optional<ProgramAnswer> of(List<String> words, Endpoint server, Duration timeout)
            throws IOException, InterruptedException {
        try (ProgramOutput out = ProgramOutput.create();
                ProgramOutput err = ProgramOutput.create()) {
            Process process = Program.builder(words, Program.environment(server))
                    .redirectOutput(out.file().toFile())
                    .redirectError(err.file().toFile())
                    .start();
            try {
                return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)
                        ? Optional.of(new ProgramAnswer(process.exitValue(), out.head(MAX_BYTES), err.lastLine()))
                        : Optional.empty();
            } finally {
                if (process.isAlive()) {
                    Program.withAllItStarted(process).forEach(ProcessHandle::destroyForcibly);
                }
            }
        }
    }
}
