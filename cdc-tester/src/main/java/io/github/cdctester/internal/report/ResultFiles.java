// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** The directory that a result is written to. */
public final class ResultFiles {

    private final Path directory;

    private ResultFiles(Path directory) {
        this.directory = directory;
    }

    /**
     * Makes sure, before anything is measured, that the result can be written.
     *
     * @param directory where; created if it is missing
     * @return the directory
     * @throws RunFailedException if it cannot be created or written
     */
    public static ResultFiles in(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory); // refuses a link to a directory, which is fine here
            }
            Files.delete(Files.createTempFile(directory, ".cdc-tester", ""));
            return new ResultFiles(directory);
        } catch (IOException e) {
            throw new RunFailedException(
                    Setting.OUT + " " + directory + " cannot be written (" + reason(e) + "); name a directory that can",
                    e);
        }
    }

    /**
     * Writes result.json and samples.csv. A file of that name is replaced as a whole or not at all; a link
     * of that name is replaced too, and what it points to is left alone.
     *
     * @param result the result
     * @throws RunFailedException if a file cannot be written
     */
    public void write(RunResult result) {
        write("result.json", ResultJson.of(result) + "\n");
        write("samples.csv", SamplesCsv.of(result.samples()));
    }

    /** Writes the content of a file. */
    interface Content {
        void to(Writer out) throws IOException;
    }

    void write(String name, String text) {
        write(name, out -> out.write(text));
    }

    void write(String name, Content content) {
        // of a name that nobody can have laid a link at; the move replaces a link and does not follow it
        Path part = directory.resolve("." + name + "." + UUID.randomUUID() + ".part");
        try {
            try (Writer out = Files.newBufferedWriter(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                content.to(out);
            }
            Files.move(part, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException second) {
                e.addSuppressed(second);
            }
            throw new RunFailedException("writing " + directory.resolve(name) + " failed: " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage();
    }
}
