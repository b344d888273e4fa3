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

/** What earlier commands have written into a directory, told by the names. */
public final class UsedDirectory {

    /** What is done of a matrix: a later start of it goes on with that. */
    public static final String MATRIX = "matrix.jsonl";

    /** What a matrix has left to be undone; it goes when nothing is left. */
    public static final String UNDO = "undo.jsonl";

    /** What a result cannot be without; a summary.md alone may be anybody's. */
    private static final Pattern RESULTS = Pattern.compile(
            "(result|sweep|find-max|plan|matrix|compare|recording)\\.json|(samples|course|matrix|undo)\\.jsonl");

    private static final Pattern OTHERS = Pattern.compile(
            "(samples|lost)\\.csv|summary\\.md|histograms\\.hlog|report\\.html"
                    + "|(sweep|matrix)\\.(md|csv)|elasticity\\.csv|probe-.+\\.csv|node-\\d{2,}\\.csv|.+\\.\\d+\\.zst|\\.cdc-tester\\d+|\\..+\\.[-0-9a-f]{36}\\.part");

    /** What is written while a run goes on. */
    private static final Pattern MEANWHILE = Pattern.compile("(samples|course)\\.jsonl|(probe-.+|node-\\d{2,})\\.csv");

    private static final Pattern FOLDERS = Pattern.compile("(step|phase|cell)-\\d{2,}");
    private static final Pattern FOLDERS_OF_A_STEP = Pattern.compile("repeat-\\d+");

    private UsedDirectory() {}

    /**
     * Lists what makes a directory one that holds a result.
     *
     * @return names of files and folders in it; none where there is no result
     */
    public static List<String> results(Path directory) {
        return entries(directory).stream()
                .filter(entry -> is(RESULTS, entry) || isFolder(entry, FOLDERS))
                .map(entry -> entry.getFileName().toString())
                .sorted()
                .toList();
    }

    /** Removes what our commands write, and nothing else: of a link the link, of a folder what is ours in it, never what is to be undone. */
    static void clear(Path directory) {
        try {
            clear(directory, FOLDERS);
        } catch (IOException e) {
            throw new RunFailedException("removing the result in " + directory + " failed: " + e, e);
        }
    }

    /** Removes what a run writes as it goes; a summary.md or a page that was there before may be anybody's. */
    static void clearKeptMeanwhile(Path directory) throws IOException {
        for (Path entry : entries(directory)) {
            if (is(MEANWHILE, entry) && !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
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
                    && (is(RESULTS, entry) || is(OTHERS, entry))) {
                Files.delete(entry);
            }
        }
    }

    static boolean deleteIfEmpty(Path folder) throws IOException {
        try {
            return Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            return false; // somebody else's files
        }
    }

    private static boolean isFolder(Path entry, Pattern names) {
        return is(names, entry) && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean is(Pattern names, Path entry) {
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
