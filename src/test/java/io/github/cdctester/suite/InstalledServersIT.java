// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts servers that are installed on the machine, such as Debian's MariaDB 10.11. Tests of missing servers are skipped. */
final class InstalledServersIT {

    private static final Path MARIADB_BASE = Path.of("/usr");

    /** Contains a Debian system with MySQL and the libraries that it needs. */
    private static final Path MYSQL_ROOT = Path.of(
                    System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache"))
            .resolve("cdc-tester/mysql-9.7");

    private static void assertLossless(TestServer server, String flavor) {
        RunResult result = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpReadWrite().tables(2).tableSize(500))
                .load(openLoop(4, perSecond(200)))
                .window(warmUp(ZERO), measure(ofSeconds(2)))
                .prepareFirst()
                .run();
        assertThat(result.server().version())
                .isEqualTo(server.queryRows("SELECT @@version").get(0).get(0));
        assertThat(result.server().flavor()).hasToString(flavor);
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().method()).isEqualTo("exact");
        assertThat(result.verdict().committed()).isPositive();
    }

    private static void assumeInstalled(String server, List<Path> programs) {
        boolean isInstalled = programs.stream().allMatch(Files::isExecutable);
        if (!isInstalled) {
            System.err.println("SKIPPED: InstalledServersIT: no " + server + " is installed: " + programs);
        }
        Assumptions.assumeTrue(isInstalled, "no " + server + " is installed");
    }

    private static void assumeMariaDbInstalled() {
        assumeInstalled(
                "MariaDB",
                List.of(MARIADB_BASE.resolve("sbin/mariadbd"), MARIADB_BASE.resolve("bin/mariadb-install-db")));
    }

    @Test
    void startsMariaDbFromDirectory() {
        assumeMariaDbInstalled();
        try (EmbeddedTestServer server = EmbeddedTestServer.startInstalled(MARIADB_BASE)) {
            assertLossless(server, "MARIADB");
        }
    }

    @Test
    void startsInstalledMariaDbIfBinariesAreNotBundled() throws IOException {
        assumeMariaDbInstalled();
        Thread thread = Thread.currentThread();
        ClassLoader previousLoader = thread.getContextClassLoader();
        try (URLClassLoader emptyLoader = new URLClassLoader(new URL[0], null)) {
            thread.setContextClassLoader(emptyLoader);
            try (EmbeddedTestServer server = EmbeddedTestServer.start()) {
                thread.setContextClassLoader(previousLoader);
                assertThat(server.queryRows("SELECT @@basedir").get(0).get(0)).startsWith("/usr");
                assertLossless(server, "MARIADB");
            }
        } finally {
            thread.setContextClassLoader(previousLoader);
        }
    }

    @Test
    void startsMySqlFromDirectory(@TempDir Path directory) throws IOException {
        Path program = MYSQL_ROOT.resolve("usr/sbin/mysqld");
        assumeInstalled("MySQL", List.of(program));
        Path base = Files.createDirectory(directory.resolve("usr"));
        Files.createSymbolicLink(base.resolve("share"), MYSQL_ROOT.resolve("usr/share"));
        Files.createSymbolicLink(base.resolve("lib"), MYSQL_ROOT.resolve("usr/lib"));
        Path startScript = Files.createDirectory(base.resolve("sbin")).resolve("mysqld");
        Files.writeString(startScript, """
                #!/bin/sh
                exec %1$s/lib64/ld-linux-x86-64.so.2 --library-path "$(echo %1$s/usr/lib/*-linux-gnu):%1$s/usr/lib/mysql/private" %2$s "$@"
                """.formatted(MYSQL_ROOT, program));
        assertThat(startScript.toFile().setExecutable(true)).isTrue();
        try (EmbeddedTestServer server = EmbeddedTestServer.startInstalled(base)) {
            assertLossless(server, "MYSQL");
        }
    }
}
