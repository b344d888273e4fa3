// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.CourseFile;
import io.github.cdctester.internal.report.Formats;
import io.github.cdctester.internal.report.SampleFile;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What earlier commands have written into a directory: told by the names, which are the same in every version. */
public final class UsedDirectory {

    /** What is done of a matrix, and what is to be undone: a later start of it goes on with these. */
    private static final String MATRIX = "matrix.jsonl";

    private static final String UNDO = "undo.jsonl";

    /** What a result cannot be without; a summary.md alone may be anybody's. */
    private static final Set<String> RESULTS = Set.of(
            "result.json",
            "sweep.json",
            "find-max.json",
            "plan.json",
            "matrix.json",
            "compare.json",
            SampleFile.NAME,
            CourseFile.NAME,
            MATRIX,
            UNDO);

    private static final Set<String> FILES = files();

    private static final Pattern OTHER_FILES = Pattern.compile(
            "probe-.+\\.csv|elasticity\\.csv|\\.cdc-tester\\d+|\\.[\\w.-]+\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.part");

    private static final Pattern FOLDERS = Pattern.compile("(step|phase|cell)-\\d{2,}");
    private static final Pattern FOLDERS_OF_A_STEP = Pattern.compile("repeat-\\d+");

    private final Path directory;

    /**
     * Looks at a directory when it is asked.
     *
     * @param directory which may be missing
     */
    public UsedDirectory(Path directory) {
        this.directory = directory;
    }

    private static Set<String> files() {
        Set<String> names = new HashSet<>(RESULTS);
        names.remove(UNDO); // it goes when nothing is left to be undone
        names.add(HtmlFormats.FILE);
        Stream.of(
                        Formats.FILES_OF_A_RUN,
                        Formats.FILES_OF_A_SWEEP,
                        Formats.FILES_OF_FIND_MAX,
                        Formats.FILES_OF_A_COMPARISON,
                        Formats.FILES_OF_A_MATRIX)
                .flatMap(List::stream)
                .forEach(file -> names.add(file.fileName()));
        return names;
    }

    /**
     * Lists what makes it one that holds a result.
     *
     * @return names of files and folders in it; none where there is no result
     * @throws RunFailedException if it cannot be read
     */
    public List<String> results() {
        return entries(directory).stream()
                .filter(entry -> RESULTS.contains(name(entry)) || isFolder(entry, FOLDERS))
                .map(UsedDirectory::name)
                .sorted()
                .toList();
    }

    /**
     * Tells whether a matrix was begun there, which another start may go on with.
     *
     * @return whether there is one
     */
    public boolean hasMatrix() {
        return Files.exists(directory.resolve(MATRIX), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Tells whether a server there has settings of a matrix still, which only that matrix undoes.
     *
     * @return whether something is left to be undone
     */
    public boolean hasToUndo() {
        return Files.exists(directory.resolve(UNDO), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Removes what our commands write, and nothing else: of a link the link, of a folder what is ours in it. What is to be undone stays.
     *
     * @throws RunFailedException if something of it cannot be removed
     */
    public void clear() {
        try {
            clear(directory, FOLDERS);
        } catch (IOException e) {
            throw new RunFailedException("removing the result in " + directory + " failed: " + e, e);
        }
    }

    private static void clear(Path folder, Pattern folders) throws IOException {
        for (Path entry : entries(folder)) {
            if (isFolder(entry, folders)) {
                clear(entry, FOLDERS_OF_A_STEP);
                deleteIfEmpty(entry);
            } else if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                    && (FILES.contains(name(entry))
                            || OTHER_FILES.matcher(name(entry)).matches())) {
                Files.delete(entry);
            }
        }
    }

    private static boolean isFolder(Path entry, Pattern names) {
        return names.matcher(name(entry)).matches() && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether it is gone. */
    static boolean deleteIfEmpty(Path folder) throws IOException {
        try {
            return Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            return false; // somebody else's files
        }
    }

    private static List<Path> entries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.collect(Collectors.toCollection(ArrayList::new));
        } catch (IOException e) {
            throw new RunFailedException("reading " + folder + " failed: " + e, e);
        }
    }

    private static String name(Path entry) {
        return String.valueOf(entry.getFileName());
    }
}
