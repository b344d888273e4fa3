// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.report.files.UsedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the results at a path: a file, a directory with a result file, or a directory of such directories. */
public final class ResultPaths {

    /** If this file exists, the directory's other result files belong to the same plan and are ignored. */
    private static final String PLAN_FILE = "plan.json";

    private static final List<String> RESULT_FILES =
            List.of("result.json", "sweep.json", "compare.json", "find-max.json", "matrix.json");

    private ResultPaths() {}

    /** @throws InvalidPlanException if the path does not exist, or does not contain exactly one result */
    public static Path single(String property, Path path) {
        if (path.endsWith(SampleFile.FILE_NAME) && Files.isRegularFile(path.resolveSibling(PLAN_FILE))) {
            return path.resolveSibling(PLAN_FILE); // the samples belong to this plan
        }
        List<Path> resultFiles = find(property, path);
        if (resultFiles.size() != 1) {
            throw new InvalidPlanException(property, path, "a file such as result.json, or a directory that has one");
        }
        return resultFiles.get(0);
    }

    /**
     * Returns the file of one result, or the files of several results, which are assumed to be repeats of one plan. If links lead
     * to a file, it counts once.
     *
     * @return at least one file, sorted by the names of their directories
     * @throws InvalidPlanException if the path does not exist, contains no result, or contains several results in one directory
     */
    public static List<Path> repeats(String property, Path path) {
        List<Path> resultFiles = find(property, path);
        if (!resultFiles.isEmpty()) {
            return resultFiles;
        }
        Set<Path> realPaths = new HashSet<>();
        List<Path> nestedFiles = list(property, path).stream()
                .filter(Files::isDirectory)
                .flatMap(directory -> find(property, directory).stream())
                .filter(file -> realPaths.add(realPath(property, file)))
                .toList();
        if (nestedFiles.isEmpty()) {
            throw new InvalidPlanException(
                    property,
                    path,
                    "a file such as result.json, a directory that has one, or a directory of such directories");
        }
        return nestedFiles;
    }

    private static List<Path> find(String property, Path path) {
        if (!Files.exists(path)) {
            throw new InvalidPlanException(property, path, "a file or a directory that is there");
        }
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        if (Files.isRegularFile(path.resolve(PLAN_FILE))) {
            return List.of(path.resolve(PLAN_FILE));
        }
        List<Path> files = RESULT_FILES.stream()
                .map(path::resolve)
                .filter(Files::isRegularFile)
                .toList();
        if (files.isEmpty() && Files.isRegularFile(path.resolve(UsedDirectory.MATRIX_JOURNAL))) {
            throw new InvalidPlanException(
                    property,
                    path,
                    "a finished matrix: start this one again with the same " + Setting.OUT
                            + " to measure the cells that" + " it lacks, or give one of its cells, such as cell-001");
        }
        if (files.size() > 1) {
            throw new InvalidPlanException(
                    property,
                    path,
                    "one of the files in it: " + files.get(0).getFileName() + " or "
                            + files.get(1).getFileName());
        }
        return files;
    }

    private static List<Path> list(String property, Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw unreadable(property, directory, e);
        }
    }

    private static Path realPath(String property, Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            throw unreadable(property, file, e);
        }
    }

    private static RunFailedException unreadable(String property, Path path, IOException e) {
        return new RunFailedException(
                property + " " + path + " cannot be read (" + e.getClass().getSimpleName() + ": " + e.getMessage()
                        + ")",
                e);
    }
}
