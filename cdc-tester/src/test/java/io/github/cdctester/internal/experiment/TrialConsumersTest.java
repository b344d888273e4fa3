// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.FileSource;
import io.github.cdctester.consumer.ConsumerSpec.Ready;
import io.github.cdctester.consumer.ConsumerSpec.Source;
import io.github.cdctester.consumer.ConsumerSpec.Stdin;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.failure.InvalidPlanException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader of a pipe cannot be stopped, and would take the lines of later trials. */
final class TrialConsumersTest extends SimulatedSweeps {

    @TempDir
    private Path directory;

    private void runWithConsumer(Source source, String... command) {
        consumerSpecs = List.of(new ConsumerSpec(
                "mine",
                source,
                List.of(command),
                Map.of(),
                Shape.DEFAULT,
                Ready.AT_ONCE,
                ConsumerSpec.STOP_TIMEOUT,
                false,
                false,
                false,
                null,
                null));
        run(plan(1, OnError.CONTINUE), new RecordingListener());
    }

    private void assertIsRejected(Source source, String... command) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> runWithConsumer(source, command))
                .withMessage("consumer: mine, must be read from a source for all trials:"
                        + " not standard input, a directory, or a pipe without command");
        assertThat(log).isEmpty();
    }

    @Test
    void rejectsStandardInput() {
        assertIsRejected(new Stdin());
    }

    /** Each trial starts the command again, and the end of its processes ends the pipe. */
    @Test
    void rejectsNamedPipeWithoutCommand() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertIsRejected(new FileSource(pipe));
        runWithConsumer(new FileSource(pipe), "consumer");
        assertThat(log).contains("run 1", "run 2", "run 4");
    }

    @Test
    void rejectsDirectory() {
        assertIsRejected(new FileSource(directory));
        assertIsRejected(new FileSource(directory), "consumer");
    }

    @Test
    void acceptsFileThatExistsOrAppearsLater() throws Exception {
        runWithConsumer(new FileSource(Files.createFile(directory.resolve("changes"))));
        runWithConsumer(new FileSource(directory.resolve("later")));
        assertThat(log).contains("run 1", "run 2", "run 4");
    }
}
