// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.failure.RunFailedException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A MariaDB or MySQL server that is installed on this machine.
 *
 * @param program the server's executable
 * @param baseDirectory directory of the installation
 * @param isMySql true for MySQL, false for MariaDB
 */
record InstalledServer(Path program, Path baseDirectory, boolean isMySql) {

    private static final Duration VERSION_TIMEOUT = Duration.ofSeconds(10);

    /** Not on the PATH of every account. */
    private static final List<String> SYSTEM_DIRECTORIES = List.of("/usr/sbin", "/usr/local/sbin");

    private static final List<String> PROGRAMS = List.of("mariadbd", "mysqld");

    private static final Set<String> MARIADB_SETTINGS = Set.of("--debug-no-sync", "--skip-ssl");

    private static final List<String> MYSQL_SETTINGS = List.of(
            "--gtid-mode=ON",
            "--enforce-gtid-consistency=ON",
            "--mysqlx=OFF",
            "--tls-version=",
            "--secure-file-priv=NULL");

    /** @throws RunFailedException if the directory contains no server, or its version cannot be queried */
    static InstalledServer in(Path baseDirectory) {
        return Stream.of(
                        "bin/mariadbd",
                        "sbin/mariadbd",
                        "libexec/mariadbd",
                        "bin/mysqld",
                        "sbin/mysqld",
                        "bin/mysqld.exe")
                .map(baseDirectory::resolve)
                .filter(Files::isExecutable)
                .findFirst()
                .map(program -> new InstalledServer(program, baseDirectory, isMySql(program, VERSION_TIMEOUT)))
                .orElseThrow(() -> new RunFailedException("there is no mariadbd or mysqld in bin, sbin or libexec of "
                        + baseDirectory + ": give the directory of the server's installation"));
    }

    /** Prefers {@code mariadbd} in any directory to {@code mysqld}. */
    static Optional<InstalledServer> onPath() {
        return onPath(System.getenv().getOrDefault("PATH", ""));
    }

    static Optional<InstalledServer> onPath(String path) {
        List<String> directories = new ArrayList<>(List.of(path.split(File.pathSeparator)));
        directories.addAll(SYSTEM_DIRECTORIES);
        return PROGRAMS.stream()
                .flatMap(name -> directories.stream().map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .map(InstalledServer::resolveLinks)
                .findFirst()
                .map(program -> new InstalledServer(
                        program, program.resolve("../..").normalize(), isMySql(program, VERSION_TIMEOUT)));
    }

    /** The base directory is relative to the real file, and package managers put links on the PATH. */
    private static Path resolveLinks(Path program) {
        try {
            return program.toRealPath();
        } catch (IOException e) {
            return program; // the start of the program reports the reason
        }
    }

    static boolean isMySql(Path program, Duration timeout) {
        try {
            Process versionQuery = new ProcessBuilder(program.toString(), "--no-defaults", "--version")
                    .redirectErrorStream(true)
                    .start();
            versionQuery.getOutputStream().close();
            if (!versionQuery.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                versionQuery.destroyForcibly();
                throw new RunFailedException(
                        "'" + program + " --version' did not end within " + timeout.toSeconds() + " s");
            }
            String version = new String(versionQuery.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return !version.contains("MariaDB");
        } catch (IOException e) {
            throw new RunFailedException("'" + program + " --version' failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while the embedded server started", e);
        }
    }

    List<String> settings(List<String> mariaDbSettings) {
        if (!isMySql) {
            return mariaDbSettings;
        }
        List<String> settings = new ArrayList<>(mariaDbSettings);
        settings.removeAll(MARIADB_SETTINGS);
        settings.addAll(MYSQL_SETTINGS);
        return settings;
    }
}
