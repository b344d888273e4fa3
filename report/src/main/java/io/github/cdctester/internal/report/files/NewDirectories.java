// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory and its parents, as far as this process created them.
 *
 * @param paths the innermost directory comes first
 */
record NewDirectories(List<Path> paths) {

    static final NewDirectories NONE = new NewDirectories(List.of());

    /** Creates the directory and its parents if they do not exist. */
    static NewDirectories create(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return NONE; // createDirectories() rejects links to directories, which are allowed here
        }
        List<Path> paths = new ArrayList<>();
        for (Path path = directory.toAbsolutePath();
                path != null && !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
                path = path.getParent()) {
            paths.add(path);
        }
        Files.createDirectories(directory);
        return new NewDirectories(paths);
    }

    /** Stops at the first directory that is not empty. */
    void removeIfEmpty() {
        for (Path path : paths) {
            try {
                if (!UsedDirectory.deleteIfEmpty(path)) {
                    return;
                }
            } catch (IOException e) {
                throw new RunFailedException("removing " + path + " failed: " + SecretFile.reasonOf(e), e);
            }
        }
    }
}
