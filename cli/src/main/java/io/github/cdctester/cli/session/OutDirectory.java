// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.internal.report.files.OutputLock;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.report.files.UsedDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The directory of {@code --out} contains at most one result. */
public final class OutDirectory {

    private static final int MAX_LISTED_FILES = 3;

    private OutDirectory() {}

    /** Makes the checks of {@link #lock} for a directory that exists, and does not keep the lock. */
    public static void check(CommandLine command, Path directory, boolean overwrites, boolean resumes) {
        if (Files.isDirectory(directory)) {
            lock(command, directory, overwrites, resumes).close();
        }
    }

    /**
     * Locks the directory, which must not contain a result. Allows a resumed matrix. Allows {@code overwrites} only without an undo
     * journal.
     */
    public static OutputLock lock(CommandLine command, Path directory, boolean overwrites, boolean resumes) {
        OutputLock lock = OutputLock.acquire(directory);
        try {
            refuseDirectoryWithResult(command, directory, overwrites, resumes);
            return lock;
        } catch (RuntimeException e) {
            try (lock) {
                throw e;
            }
        }
    }

    private static void refuseDirectoryWithResult(
            CommandLine command, Path directory, boolean overwrites, boolean resumes) {
        List<String> results = UsedDirectory.resultNames(directory);
        boolean hasUndoJournal = results.contains(UsedDirectory.UNDO_JOURNAL);
        if (resumes && (hasUndoJournal || results.contains(UsedDirectory.MATRIX_JOURNAL))) {
            return;
        }
        if (hasUndoJournal || !overwrites && !results.isEmpty()) {
            String names = String.join(", ", results.subList(0, Math.min(MAX_LISTED_FILES, results.size())));
            throw new ParameterException(
                    command,
                    "--out: " + directory + " holds a result (" + names
                            + (results.size() > MAX_LISTED_FILES ? ", …" : "") + "): "
                            + (hasUndoJournal
                                    ? "rerun that matrix, which undoes its settings, or give another directory"
                                    : "give another directory, or --overwrite to remove it first"));
        }
    }

    public static ResultFiles open(Path directory, boolean overwrites) {
        return overwrites ? ResultFiles.overwriting(directory) : ResultFiles.in(directory);
    }
}
