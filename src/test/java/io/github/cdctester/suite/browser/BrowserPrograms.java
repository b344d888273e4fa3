// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

final class BrowserPrograms {

    private BrowserPrograms() {}

    static Optional<Path> chromium() {
        return findOnPath("chromium", "chromium-browser", "google-chrome");
    }

    static Optional<Path> driver() {
        return findOnPath("chromedriver");
    }

    private static Optional<Path> findOnPath(String... names) {
        String path = String.valueOf(System.getenv("PATH"));
        return Stream.of(names)
                .flatMap(name -> Stream.of(path.split(File.pathSeparator))
                        .map(directory -> Path.of(directory).resolve(name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
