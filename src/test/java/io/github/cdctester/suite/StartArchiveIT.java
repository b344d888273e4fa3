// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks the class archive that {@code bin/cdc-tester} creates to start faster. */
@Timeout(120)
final class StartArchiveIT {

    private static final Path COMMAND = Path.of("../../cli/target/cdc-tester/bin/cdc-tester");
    private static final String CLASS_LOG_OPTION = "CDC_TESTER_JAVA_OPTS=-Xlog:class+load:file=";
    private static final String MAIN_CLASS_SOURCE = "io.github.cdctester.cli.Main source: ";
    private static final String ARCHIVE_SOURCE = "shared objects file";

    @TempDir
    private Path directory;

    @Test
    void createsArchiveInBackgroundAndUsesIt() throws IOException, InterruptedException {
        Path home = Files.createDirectory(directory.resolve("home"));
        assertThat(start(home, List.of(), "--version")).startsWith("0: cdc-tester ");
        assertThat(cachedFiles(home)).singleElement().asString().endsWith(".version.classes");

        Path loadedClasses = directory.resolve("loaded.txt");
        assertThat(start(home, List.of(CLASS_LOG_OPTION + loadedClasses), "run", "--help"))
                .startsWith("0: ");
        assertThat(Files.readString(loadedClasses))
                .contains(MAIN_CLASS_SOURCE)
                .doesNotContain(MAIN_CLASS_SOURCE + ARCHIVE_SOURCE);
        awaitArchive(home);

        assertThat(start(home, List.of(CLASS_LOG_OPTION + loadedClasses), "--version"))
                .startsWith("0: cdc-tester ")
                .hasLineCount(3);
        assertThat(Files.readString(loadedClasses)).contains(MAIN_CLASS_SOURCE + ARCHIVE_SOURCE);
    }

    @Test
    void ignoresLockOfEndedProcess() throws IOException, InterruptedException {
        Path home = Files.createDirectory(directory.resolve("home"));
        assertThat(start(home, List.of(), "--version")).startsWith("0: cdc-tester ");
        Path classList =
                home.resolve(".cache/cdc-tester").resolve(cachedFiles(home).get(0));
        String archive = classList.toString().replace(".version.classes", "");
        Process endedProcess = new ProcessBuilder("true").start();
        endedProcess.waitFor();
        Files.createSymbolicLink(Path.of(archive + ".lock"), Path.of(String.valueOf(endedProcess.pid())));
        assertThat(start(home, List.of(), "--version")).startsWith("0: cdc-tester ");
        awaitArchive(home);
    }

    @Test
    void failedCommandCreatesNoArchive() throws IOException, InterruptedException {
        Path home = Files.createDirectory(directory.resolve("home"));
        assertThat(start(home, List.of(), "run", "--threads=0")).startsWith("2: cdc-tester: --threads");
        assertThat(cachedFiles(home)).isEmpty();
    }

    @Test
    void isSilentIfArchiveCannotBeStored() throws IOException, InterruptedException {
        Path noDirectory = Files.createFile(directory.resolve("file"));
        assertThat(start(noDirectory, List.of(), "--version"))
                .startsWith("0: cdc-tester ")
                .hasLineCount(3);
        assertThat(start(Path.of("/proc"), List.of(), "--version"))
                .startsWith("0: cdc-tester ")
                .hasLineCount(3);
        assertThat(start(null, List.of(), "--version"))
                .startsWith("0: cdc-tester ")
                .hasLineCount(3);
    }

    @Test
    void createsNoArchiveIfSharingIsOff() throws IOException, InterruptedException {
        Path home = Files.createDirectory(directory.resolve("home"));
        assertThat(start(home, List.of("JAVA_OPTS=-Xshare:off"), "--version")).startsWith("0: cdc-tester ");
        assertThat(home).isEmptyDirectory();
    }

    /** Returns the exit code and the whole output. */
    private String start(@Nullable Path home, List<String> environment, String... arguments)
            throws IOException, InterruptedException {
        Process process = launch(home, environment, arguments);
        String output = new String(process.getInputStream().readAllBytes());
        return process.waitFor() + ": " + output;
    }

    private Process launch(@Nullable Path home, List<String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "-u", "XDG_CACHE_HOME", "-u", "HOME"));
        if (home != null) {
            command.add("HOME=" + home);
        }
        command.addAll(environment);
        command.add(COMMAND.toAbsolutePath().normalize().toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    /** The process that creates the archive must also end. The test's timeout is the limit. */
    private static void awaitArchive(Path home) throws IOException {
        List<String> files = cachedFiles(home);
        while (files.stream().noneMatch(name -> name.endsWith(".jsa"))
                || files.stream().anyMatch(name -> name.endsWith(".lock"))) {
            LockSupport.parkNanos(10_000_000);
            files = cachedFiles(home);
        }
    }

    private static List<String> cachedFiles(Path home) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve(".cache/cdc-tester"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
