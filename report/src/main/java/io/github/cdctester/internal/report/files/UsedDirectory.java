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

/** Finds and deletes the files of earlier commands. The files are recognized by their names. */
public final class UsedDirectory {

    /** Contains the completed cells of a matrix. A later command continues with the remaining cells. */
    public static final String MATRIX_JOURNAL = "matrix.jsonl";

    /** Contains the server settings that a matrix must restore. Removed after all settings are restored. */
    public static final String UNDO_JOURNAL = "undo.jsonl";

    /** Names that identify a result. Other files, such as summary.md, may belong to another program. */
    private static final Pattern RESULT_FILES = Pattern.compile(
            "(result|sweep|find-max|plan|matrix|compare|recording)\\.json|(samples|course|matrix|undo)\\.jsonl");

    private static final Pattern OTHER_FILES = Pattern.compile(
            "(samples|lost)\\.csv|summary\\.md|histograms\\.hlog|report\\.html"
                    + "|(sweep|find-max|matrix)\\.(md|csv)|(elasticity|scaling)\\.csv|probe-.+\\.csv|node-\\d{2,}\\.csv|.+\\.\\d+\\.zst|\\.cdc-tester\\d+|\\..+\\.[-0-9a-f]{36}\\.part");

    private static final Pattern FILES_DURING_RUN =
            Pattern.compile("(samples|course)\\.jsonl|(probe-.+|node-\\d{2,})\\.csv");

    private static final Pattern RUN_FOLDERS = Pattern.compile("(step|phase|cell)-\\d{2,}");
    private static final Pattern REPEAT_FOLDERS = Pattern.compile("repeat-\\d+");

    private UsedDirectory() {}

    /** Returns empty if there is no result. */
    public static List<String> resultNames(Path directory) {
        return entries(directory).stream()
                .filter(entry -> isNamed(RESULT_FILES, entry) || isFolder(entry, RUN_FOLDERS))
                .map(entry -> entry.getFileName().toString())
                .sorted()
                .toList();
    }

    /** Deletes files with names that this tool uses, and emptied run folders. Links are not followed; undo journals are kept. */
    static void clear(Path directory) {
        try {
            clear(directory, RUN_FOLDERS);
        } catch (IOException e) {
            throw new RunFailedException("removing the result in " + directory + " failed: " + e, e);
        }
    }

    /** An existing summary.md or page may belong to another program, so only files that are written during a run are deleted. */
    static void clearFilesDuringRun(Path directory) throws IOException {
        for (Path entry : entries(directory)) {
            if (isNamed(FILES_DURING_RUN, entry) && !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(entry);
            }
        }
    }

    private static void clear(Path folder, Pattern folderNames) throws IOException {
        for (Path entry : entries(folder)) {
            if (isFolder(entry, folderNames)) {
                clear(entry, REPEAT_FOLDERS);
                deleteIfEmpty(entry);
            } else if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                    && !entry.endsWith(UNDO_JOURNAL)
                    && (isNamed(RESULT_FILES, entry) || isNamed(OTHER_FILES, entry))) {
                Files.delete(entry);
            }
        }
    }

    static boolean deleteIfEmpty(Path folder) throws IOException {
        try {
            return Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            return false; // it contains files of another program
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
