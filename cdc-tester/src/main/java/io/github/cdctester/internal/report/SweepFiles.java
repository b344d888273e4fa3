// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directory that a sweep is written to, with one for each of its runs in it. */
public final class SweepFiles {

    private final Path directory;
    private final ResultFiles files;

    private SweepFiles(Path directory) {
        this.directory = directory;
        files = ResultFiles.in(directory);
    }

    /**
     * Makes sure, before anything is measured, that the sweep can be written.
     *
     * @param directory where; created if it is missing
     * @return the directory
     * @throws RunFailedException if it cannot be created or written
     */
    public static SweepFiles in(Path directory) {
        return new SweepFiles(directory);
    }

    /**
     * Writes sweep.json, sweep.md and sweep.csv, each as a whole or not at all.
     *
     * @param sweep what there is of it
     * @throws RunFailedException if a file cannot be written
     */
    public void write(SweepResult sweep) {
        files.write("sweep.json", out -> SweepJson.write(sweep, out));
        files.write("sweep.md", SweepMarkdown.of(sweep));
        files.write("sweep.csv", SweepCsv.of(sweep));
    }

    /**
     * Writes a run's own result.json and samples.csv into its folder, if it has a result.
     *
     * @param step the run
     * @throws RunFailedException if a file cannot be written
     */
    public void write(StepResult step) {
        RunResult result = step.result();
        if (result == null) {
            return;
        }
        Path folder = directory;
        for (Path part : Path.of(step.folder())) {
            folder = folder.resolve(part);
            if (Files.isSymbolicLink(folder)) {
                throw new RunFailedException(
                        Setting.OUT + " " + folder + " is a link, which is not followed; remove it");
            }
        }
        ResultFiles.in(folder).write(result);
    }
}
