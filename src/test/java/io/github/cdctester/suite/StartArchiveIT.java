// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes that {@code bin/cdc-tester} makes for its own starts, and what happens where it cannot. */
@Timeout(120)
final class StartArchiveIT {

    private static final Path COMMAND = Path.of("../../cli/target/cdc-tester/bin/cdc-tester");
    private static final String LOG = "CDC_TESTER_JAVA_OPTS=-Xlog:class+load:file=";
    private static final String MAIN = "io.github.cdctester.cli.Main source: ";

    @TempDir
    private Path directory;

    @Test
    void isMadeByTheNextStartOfWhatIsListedAndUsed() throws IOException, InterruptedException {
        Path home = Files.createDirectory(directory.resolve("home"));
        assertThat(start(home, List.of(), "--version")).startsWith("0: cdc-tester ");
        assertThat(kept(home)).singleElement().asString().endsWith(".version.classes");
        assertThat(start(home, List.of(), "run", "--help")).startsWith("0: ");

        Process first = process(home, List.of(), "--version");
        Process second = process(home, List.of(), "--version");
        assertThat(first.waitFor()).isZero();
        assertThat(second.waitFor()).isZero();
        assertThat(kept(home))
                .extracting(name -> name.substring(name.indexOf('.')))
                .containsExactlyInAnyOrder(".version.classes", ".help.classes", ".jsa");

        Path log = directory.resolve("loaded.txt");
        assertThat(start(home, List.of(LOG + log), "--version"))
                .startsWith("0: cdc-tester ")
                .hasLineCount(3);
        assertThat(Files.readString(log)).contains(MAIN + "shared objects file");
    }

    @Test
    void aCommandThatFailsTeachesNothing() throws IOException, InterruptedException {
        Path home = Files.createDirectory(directory.resolve("home"));
        assertThat(start(home, List.of(), "run", "--threads=0")).startsWith("2: cdc-tester: --threads");
        assertThat(kept(home)).isEmpty();
    }

    @Test
    void nothingIsSaidWhereItCannotBeKept() throws IOException, InterruptedException {
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
    void whoTurnsSharingOffHasNone() throws IOException, InterruptedException {
        Path home = Files.createDirectory(directory.resolve("home"));
        assertThat(start(home, List.of("JAVA_OPTS=-Xshare:off"), "--version")).startsWith("0: cdc-tester ");
        assertThat(home).isEmptyDirectory();
    }

    /** Its exit code and all that it writes. */
    private String start(@Nullable Path home, List<String> environment, String... arguments)
            throws IOException, InterruptedException {
        Process process = process(home, environment, arguments);
        String said = new String(process.getInputStream().readAllBytes());
        return process.waitFor() + ": " + said;
    }

    private Process process(@Nullable Path home, List<String> environment, String... arguments) throws IOException {
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

    private static List<String> kept(Path home) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve(".cache/cdc-tester"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
