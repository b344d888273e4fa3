// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.program;

import io.github.cdctester.config.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A program that is run to its end time and again, for what it prints. For one thread, which may be interrupted. */
public final class RepeatedProgram implements AutoCloseable {

    private static final int MOST_BYTES = 65_536;

    private final List<String> words;
    private final Map<String, String> environment;

    /** Used by one run after the other: what one has printed is gone with the next. */
    private @Nullable ProgramOutput printed;

    private @Nullable ProgramOutput said;

    /** Starts nothing yet. The program is told where the server is, by its environment. */
    public RepeatedProgram(List<String> words, Endpoint server) {
        this.words = List.copyOf(words);
        environment = Program.environment(server);
    }

    /**
     * How a program ended.
     *
     * @param printed what it has printed, of much the beginning
     * @param lastWords the last line of its standard error; empty where there is none
     */
    public record Ended(int code, String printed, String lastWords) {}

    /**
     * Runs it once.
     *
     * @return how it ended; empty where it took too long, and was killed with all that it had started
     * @throws IOException if it cannot be started
     */
    public Optional<Ended> run(Duration timeout) throws IOException, InterruptedException {
        ProgramOutput out = printed == null ? ProgramOutput.create() : printed;
        printed = out;
        ProgramOutput err = said == null ? ProgramOutput.create() : said;
        said = err;
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.file().toFile())
                .redirectError(err.file().toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)
                    ? Optional.of(new Ended(process.exitValue(), out.head(MOST_BYTES), err.lastLine()))
                    : Optional.empty();
        } finally {
            if (process.isAlive()) {
                Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                        .toList()
                        .forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (ProgramOutput one : new ProgramOutput[] {printed, said}) {
            Optional<IOException> failed = one == null ? Optional.empty() : one.delete();
            if (failed.isPresent()) {
                throw failed.get();
            }
        }
    }
}
