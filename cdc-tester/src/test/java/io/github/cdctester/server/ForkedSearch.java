// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import java.io.IOException;
import java.nio.file.Path;

/** Prints the names of the abandoned directories next to its argument. */
final class ForkedSearch {

    private ForkedSearch() {}

    public static void main(String[] args) throws IOException {
        DirectoryLock.abandonedNextTo(Path.of(args[0])).forEach(path -> System.out.println(path.getFileName()));
    }
}
