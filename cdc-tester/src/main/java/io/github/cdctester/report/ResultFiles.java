// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

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
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, ".cdc-tester", ""));
            return new ResultFiles(directory);
        } catch (IOException e) {
            throw new RunFailedException(
                    "--out " + directory + " cannot be written (" + reason(e) + "); name a directory that can", e);
        }
    }

    /**
     * Writes result.json and samples.csv. A file of that name is replaced as a whole or not at all.
     *
     * @param result the result
     * @throws RunFailedException if a file cannot be written
     */
    public void write(RunResult result) {
        write("result.json", ResultJson.of(result) + "\n");
        write("samples.csv", SamplesCsv.of(result.samples()));
    }

    private void write(String name, String text) {
        Path part = directory.resolve("." + name + ".part");
        try {
            Files.writeString(part, text);
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
