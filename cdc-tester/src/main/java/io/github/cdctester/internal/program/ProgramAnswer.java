// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.program;

import io.github.cdctester.config.Endpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * @param output standard output, truncated to 64 KiB
 *
 * @param lastErrorLine last line of standard error; empty if there is none
 */
public record ProgramAnswer(int code, String output, String lastErrorLine) {

    private static final int MAX_BYTES = 65_536;

    /**
     * @return empty if the program exceeded the timeout and was killed with its children
     * @throws IOException if the program cannot be started
     */
    public static Optional<ProgramAnswer> of(List<String> command, Endpoint server, Duration timeout)
            throws IOException, InterruptedException {
        try (ProgramOutput out = ProgramOutput.create();
                ProgramOutput err = ProgramOutput.create()) {
            Process process = Program.builder(command, Program.environment(server))
                    .redirectOutput(out.file().toFile())
                    .redirectError(err.file().toFile())
                    .start();
            try {
                return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)
                        ? Optional.of(new ProgramAnswer(process.exitValue(), out.head(MAX_BYTES), err.lastLine()))
                        : Optional.empty();
            } finally {
                if (process.isAlive()) {
                    Program.processAndDescendants(process).forEach(ProcessHandle::destroyForcibly);
                }
            }
        }
    }
}
