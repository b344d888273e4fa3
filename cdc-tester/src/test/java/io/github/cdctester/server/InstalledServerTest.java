// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The servers are scripts that print a version. */
@DisabledOnOs(OS.WINDOWS)
final class InstalledServerTest {

    @TempDir
    private Path directory;

    private Path createProgram(String name, String version) throws IOException {
        Path program = directory.toRealPath().resolve(name);
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\necho 'Ver " + version + "'\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    @Test
    void rejectsServerWhoseVersionQueryDoesNotEnd() throws IOException {
        Path program = createProgram("hanging/bin/mysqld", "1");
        Files.writeString(program, "#!/bin/sh\nexec sleep 60\n");

        assertThatThrownBy(() -> InstalledServer.isMySql(program, Duration.ofSeconds(1)))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("'" + program + " --version' did not end within 1 s");
    }

    @Test
    void prefersMariaDb() throws IOException {
        createProgram("one/bin/mysqld", "9.7.4 for Linux (MySQL Community Server)");
        Path mariaDb = createProgram("two/bin/mariadbd", "11.4.5-MariaDB for Linux");
        String path = directory.resolve("one/bin") + File.pathSeparator + directory.resolve("two/bin");

        assertThat(InstalledServer.onPath(path))
                .hasValue(new InstalledServer(mariaDb, mariaDb.resolve("../..").normalize(), false));
    }

    @Test
    void followsLinkToMySql() throws IOException {
        Path mySql = createProgram("Cellar/mysql/9.7/bin/mysqld", "9.7.4 for macos (MySQL Community Server)");
        Path link = Files.createDirectories(directory.resolve("bin")).resolve("mariadbd");
        Files.createSymbolicLink(link, mySql);

        assertThat(InstalledServer.onPath(link.getParent().toString()))
                .hasValue(new InstalledServer(mySql, mySql.resolve("../..").normalize(), true));
    }

    @Test
    void omitsSettingsThatMySqlLacks() throws IOException {
        InstalledServer mySql = InstalledServer.in(
                createProgram("bin/mysqld", "9.7.4").resolve("../..").normalize());

        assertThat(mySql.settings(List.of("--debug-no-sync", "--log-bin=binlog")))
                .contains("--log-bin=binlog", "--gtid-mode=ON")
                .doesNotContain("--debug-no-sync");
    }

    @Test
    void refusesDirectoryWithoutServer() {
        assertThatThrownBy(() -> InstalledServer.in(directory))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("there is no mariadbd or mysqld in bin, sbin or libexec of " + directory);
    }
}
