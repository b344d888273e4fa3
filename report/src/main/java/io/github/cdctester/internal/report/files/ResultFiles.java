// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.report.ElasticityCsv;
import io.github.cdctester.internal.report.Format;
import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes results into a directory. Each file is replaced as a whole or not at all; a symbolic link is replaced, not followed. A file that
 * the user named is written as described at {@link NamedFile}.
 */
public final class ResultFiles {

    private final Path directory;

    /** True if existing files must be removed before the first file is written. */
    private boolean overwrites;

    private ResultFiles(Path directory) {
        this.directory = directory;
    }

    /** Checks before a measurement that the directory is writable. */
    public static ResultFiles in(Path directory) {
        return in(Setting.OUT.toString(), directory);
    }

    public static ResultFiles in(String property, Path directory) {
        return prepare(property + " ", directory);
    }

    /** Writing the first file removes the files of earlier commands. */
    public static ResultFiles overwriting(Path directory) {
        ResultFiles files = in(directory);
        files.overwrites = true;
        return files;
    }

    public void begin() {
        if (overwrites) {
            UsedDirectory.clear(directory);
            overwrites = false;
        }
    }

    /** Removes the files of a run that failed before its first sample. */
    public void discardUnlessSampled() {
        Path samples = directory.resolve(SampleFile.FILE_NAME);
        try (Stream<String> lines = Files.exists(samples) ? Files.lines(samples) : Stream.of()) {
            if (lines.limit(2).count() < 2) { // the first line is a heading
                UsedDirectory.clearFilesDuringRun(directory);
            }
        } catch (IOException e) {
            throw new RunFailedException("reading " + samples + " failed: " + SecretFile.reasonOf(e), e);
        }
    }

    /** The file, or the target of a link, is replaced as a whole or not at all. A device or a pipe is written to. */
    public static <T> void write(Path file, Format<? super T> format, T result) {
        write("", file, format, result);
    }

    /** @param option precedes the message of a failure; may be empty */
    public static <T> void write(String option, Path file, Format<? super T> format, T result) {
        try {
            if (NamedFile.isStream(file)) {
                NamedFile.writeTo(file, format, result);
                return;
            }
        } catch (IOException e) {
            throw new RunFailedException("writing " + file + " failed: " + SecretFile.reasonOf(e), e);
        }
        Path target = target(file);
        inDirectoryOf(option, target)
                .write(new Formats.NamedFormat<T>(String.valueOf(target.getFileName()), format), result);
    }

    /**
     * Checks before a measurement that {@link #write(Path, Format, Object)} can write a file. Creates its directory if it does not
     * exist. Does not open a device or a pipe, because its reader would receive an empty result.
     */
    public static void check(Path file) {
        if (!NamedFile.isStream(file)) {
            inDirectoryOf(target(file));
        } else if (!Files.isWritable(file)) {
            throw new RunFailedException(file + " cannot be written: permission denied");
        }
    }

    private static Path target(Path file) {
        try {
            return NamedFile.target(file);
        } catch (IOException e) {
            throw new RunFailedException(file + " cannot be written: " + SecretFile.reasonOf(e), e);
        }
    }

    /** Creates the directory of a file if it does not exist. */
    public static ResultFiles inDirectoryOf(Path file) {
        return inDirectoryOf("", file);
    }

    private static ResultFiles inDirectoryOf(String option, Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || Files.isDirectory(file)) {
            throw new RunFailedException(file + " cannot be written: it is a directory; name a file");
        }
        return prepare(option.isEmpty() ? "" : option + " ", directory);
    }

    private static ResultFiles prepare(String property, Path directory) {
        try {
            NewDirectories.create(directory);
            Files.delete(Files.createTempFile(directory, ".cdc-tester", ""));
            return new ResultFiles(directory);
        } catch (IOException e) {
            throw new RunFailedException(
                    property + directory + " cannot be written ("
                            + (e instanceof NoSuchFileException
                                    ? "no directory can be created there"
                                    : SecretFile.reasonOf(e))
                            + "); name a directory that can",
                    e);
        }
    }

    /**
     * Writes the files of a result and its page, but not the files of an experiment's runs. A plan has files for the whole plan
     * as one run, one directory per phase, and files of the plan itself.
     */
    public void write(Result result) {
        if (result instanceof PlanResult plan) {
            writeData(plan.whole());
        }
        writeData(result); // the plan's summary.md replaces the summary of the whole run
        if (result instanceof PlanResult plan) {
            plan.steps()
                    .forEach(
                            phase -> writeData(String.format(Locale.ROOT, "phase-%02d", phase.step()), phase.result()));
        }
        write(Formats.REPORT, result);
    }

    /**
     * Writes all files except the page. They are written before the page, so that they exist even if writing the page fails.
     * Removes the optional file of an earlier result, which would contradict this one.
     */
    private void writeData(Result result) {
        List<Formats.NamedFormat<Result>> files = Formats.files(result);
        Formats.optionalFile(result)
                .filter(name -> files.stream().noneMatch(file -> file.fileName().equals(name)))
                .ifPresent(this::remove);
        files.forEach(file -> write(file, result));
    }

    private void remove(String name) {
        try {
            Files.deleteIfExists(directory.resolve(name));
        } catch (IOException e) {
            throw new RunFailedException(
                    "removing " + directory.resolve(name) + " failed: " + SecretFile.reasonOf(e), e);
        }
    }

    public void write(Trial trial) {
        RunResult result = trial.result();
        if (result != null) {
            inSubdirectory(trial.folder()).write(result);
        }
    }

    /** Writes a plan in the format of TDSQL-C's published elasticity test. Returns the path of the file. */
    public Path writeElasticity(PlanResult plan, String probe) {
        Formats.NamedFormat<PlanResult> file =
                new Formats.NamedFormat<>("elasticity.csv", new ElasticityCsv(probe, ZoneId.systemDefault()));
        write(file, plan);
        return directory.resolve(file.fileName());
    }

    /**
     * Writes no page, because each of many pages would be as large as its result.
     *
     * @param name path of the run's directory, relative to this directory
     */
    public void writeData(String name, RunResult result) {
        inSubdirectory(name).writeData(result);
    }

    private ResultFiles inSubdirectory(String name) {
        begin();
        Path folder = directory;
        for (Path component : Path.of(name)) {
            folder = folder.resolve(component);
            if (Files.isSymbolicLink(folder)) {
                throw new RunFailedException(
                        Setting.OUT + " " + folder + " is a link, which cdc-tester does not follow; remove it");
            }
        }
        return in(folder);
    }

    /** With one run per side and no steps, the page shows both second by second. */
    public void write(Comparison comparison, List<RunResult> before, List<RunResult> after) {
        writeData(comparison);
        write(new Formats.NamedFormat<>(Formats.PAGE_FILE, Formats.html(comparison, before, after)), comparison);
    }

    public <T> void write(Formats.NamedFormat<T> file, T result) {
        begin();
        // The unpredictable name cannot be an existing link. The move replaces a link and does not follow it.
        Path tempFile = directory.resolve("." + file.fileName() + "." + UUID.randomUUID() + ".part");
        Path target = directory.resolve(file.fileName());
        try {
            try (Writer out =
                    Files.newBufferedWriter(tempFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                file.format().write(result, out);
                out.close(); // before the move
                Files.move(tempFile, target, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(tempFile);
            }
        } catch (IOException e) {
            throw new RunFailedException("writing " + target + " failed: " + SecretFile.reasonOf(e), e);
        } catch (CdcTesterException e) {
            throw e;
        } catch (UncheckedIOException e) {
            throw new RunFailedException("writing " + target + " failed: " + SecretFile.reasonOf(e.getCause()), e);
        } catch (RuntimeException e) { // the caller reports a failure to write together with the result
            throw new RunFailedException("writing " + target + " failed because of a defect in cdc-tester", e);
        }
    }
}
