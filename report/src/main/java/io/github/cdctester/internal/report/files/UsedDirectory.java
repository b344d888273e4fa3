// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds and deletes the files that earlier commands wrote into a directory. Recognizes them by their names. */
public final class UsedDirectory {

    /** The completed cells of a matrix, from which a later start continues. */
    public static final String MATRIX = "matrix.jsonl";

    /** Settings that a matrix must restore. The file is removed when all are restored. */
    public static final String UNDO = "undo.jsonl";

    /** Files that identify a result. Other files, such as summary.md, may belong to another program. */
    private static final Pattern RESULTS = Pattern.compile(
            "(result|sweep|find-max|plan|matrix|compare|recording)\\.json|(samples|course|matrix|undo)\\.jsonl");

    private static final Pattern OTHERS = Pattern.compile(
            "(samples|lost)\\.csv|summary\\.md|histograms\\.hlog|report\\.html"
                    + "|(sweep|find-max|matrix)\\.(md|csv)|(elasticity|scaling)\\.csv|probe-.+\\.csv|node-\\d{2,}\\.csv|.+\\.\\d+\\.zst|\\.cdc-tester\\d+|\\..+\\.[-0-9a-f]{36}\\.part");

    private static final Pattern DURING_RUN = Pattern.compile("(samples|course)\\.jsonl|(probe-.+|node-\\d{2,})\\.csv");

    private static final Pattern FOLDERS = Pattern.compile("(step|phase|cell)-\\d{2,}");
    private static final Pattern FOLDERS_OF_A_STEP = Pattern.compile("repeat-\\d+");

    private UsedDirectory() {}

    /** Returns the names of files and directories of a result; empty without a result. */
    public static List<String> results(Path directory) {
        return entries(directory).stream()
                .filter(entry -> isNamed(RESULTS, entry) || isFolder(entry, FOLDERS))
                .map(entry -> entry.getFileName().toString())
                .sorted()
                .toList();
    }

    /** Deletes only files written by this tool. Symbolic links are unlinked, not followed; undo journals are kept. */
    static void clear(Path directory) {
        try {
            clear(directory, FOLDERS);
        } catch (IOException e) {
            throw new RunFailedException("removing the result in " + directory + " failed: " + e, e);
        }
    }

    /** Deletes the files that a run writes while it runs. An existing summary.md or page may belong to another program. */
    static void clearFilesDuringRun(Path directory) throws IOException {
        for (Path entry : entries(directory)) {
            if (isNamed(DURING_RUN, entry) && !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(entry);
            }
        }
    }

    private static void clear(Path folder, Pattern folders) throws IOException {
        for (Path entry : entries(folder)) {
            if (isFolder(entry, folders)) {
                clear(entry, FOLDERS_OF_A_STEP);
                deleteIfEmpty(entry);
            } else if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                    && !entry.endsWith(UNDO)
                    && (isNamed(RESULTS, entry) || isNamed(OTHERS, entry))) {
                Files.delete(entry);
            }
        }
    }

    static boolean deleteIfEmpty(Path folder) throws IOException {
        try {
            return Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            return false; // contains files of another program
        }
    }

    private static boolean isFolder(Path entry, Pattern names) {
        return isNamed(names, entry) && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isNamed(Pattern names, Path entry) {
        return names.matcher(entry.getFileName().toString()).matches();
    }

    private static List<Path> entries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        } catch (IOException e) {
            throw new RunFailedException("reading " + folder + " failed: " + e, e);
        }
    }
}
