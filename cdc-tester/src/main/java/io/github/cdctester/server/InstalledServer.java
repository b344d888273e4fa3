// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.failure.RunFailedException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * @param baseDirectory the directory of its installation
 * @param isMySql whether it is MySQL
 */
record InstalledServer(Path program, Path baseDirectory, boolean isMySql) {

    private static final long VERSION_SECONDS = 10;

    /** Directories of servers that are not on the PATH of every account. */
    private static final List<String> SYSTEM_DIRECTORIES = List.of("/usr/sbin", "/usr/local/sbin");

    private static final List<String> PROGRAMS = List.of("mariadbd", "mysqld");

    /** Settings that MySQL lacks. */
    private static final Set<String> ONLY_MARIADB = Set.of("--debug-no-sync", "--skip-ssl");

    /** Settings that make MySQL's log as complete as MariaDB's, and keep its second port closed. */
    private static final List<String> ONLY_MYSQL = List.of(
            "--gtid-mode=ON",
            "--enforce-gtid-consistency=ON",
            "--mysqlx=OFF",
            "--tls-version=",
            "--secure-file-priv=NULL");

    /**
     * Returns the server in a directory.
     *
     * @throws RunFailedException if the directory has no server
     */
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
                .map(program -> new InstalledServer(program, baseDirectory, isMySql(program)))
                .orElseThrow(() -> new RunFailedException("there is no mariadbd or mysqld in bin, sbin or libexec of "
                        + baseDirectory + ": give the directory of the server's installation"));
    }

    /** Returns the first server on the PATH and in the system's directories. */
    static Optional<InstalledServer> onPath() {
        return onPath(System.getenv().getOrDefault("PATH", ""));
    }

    static Optional<InstalledServer> onPath(String path) {
        List<String> directories = new ArrayList<>(List.of(path.split(File.pathSeparator)));
        directories.addAll(SYSTEM_DIRECTORIES);
        return PROGRAMS.stream()
                .flatMap(name -> directories.stream().map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .map(InstalledServer::real)
                .findFirst()
                .map(program ->
                        new InstalledServer(program, program.resolve("../..").normalize(), isMySql(program)));
    }

    /** Package managers put links on the PATH; the base directory contains the file itself. */
    private static Path real(Path program) {
        try {
            return program.toRealPath();
        } catch (IOException e) {
            return program; // its start reports the reason
        }
    }

    private static boolean isMySql(Path program) {
        try {
            Process asked = new ProcessBuilder(program.toString(), "--no-defaults", "--version")
                    .redirectErrorStream(true)
                    .start();
            asked.getOutputStream().close();
            String version = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!asked.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
                asked.destroyForcibly();
            }
            return !version.contains("MariaDB");
        } catch (IOException e) {
            throw new RunFailedException("'" + program + " --version' failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while the embedded server started", e);
        }
    }

    /** Returns the embedded server's settings in a form that this server accepts. */
    List<String> settings(List<String> ofMariaDb) {
        if (!isMySql) {
            return ofMariaDb;
        }
        List<String> settings = new ArrayList<>(ofMariaDb);
        settings.removeAll(ONLY_MARIADB);
        settings.addAll(ONLY_MYSQL);
        return settings;
    }
}
