// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.RunResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class OutputLockTest {

    private static final RunResult RESULT = JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders"));

    @TempDir
    private Path directory;

    @Test
    void refusesSecondRunOfSameProcess() throws IOException {
        Path link =
                Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("out")));
        try (OutputLock lock = OutputLock.acquire(directory.resolve("out"))) {
            assertInUse(directory.resolve("out"));
            assertInUse(link);
            assertInUse(directory.resolve("out/../out"));
        }
        OutputLock.acquire(link).close();
        assertThat(directory.resolve("out")).isEmptyDirectory();
    }

    private static void assertInUse(Path path) {
        assertThat(OutputLock.isInUse(path)).isTrue();
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> OutputLock.acquire(path))
                .withMessage(
                        "out: " + path + ", must be a directory that no other run uses: another run is writing there");
    }

    @Test
    void refusesRunOfOtherProcessUntilItsEnd() throws Exception {
        Process owner = startOwner(directory);
        try {
            assertInUse(directory);
            assertInUse(directory); // the first failure has not released the lock of the other process
            assertRefused(startProcess(directory));
        } finally {
            owner.getOutputStream().close();
        }
        assertThat(owner.waitFor()).isZero();
        assertThat(directory).isEmptyDirectory();
        assertThat(OutputLock.isInUse(directory)).isFalse();
    }

    @Test
    void failedSecondAttemptKeepsLockOfThisProcess() throws Exception {
        try (OutputLock lock = OutputLock.acquire(directory)) {
            assertInUse(directory);
            assertRefused(startProcess(directory));
        }
    }

    @Test
    void foreignLockFileIsNoLock() throws IOException {
        Path file = Files.writeString(directory.resolve(".cdc-tester.lock"), "x");
        assertThat(OutputLock.isInUse(directory)).isFalse();
        OutputLock.acquire(directory).close();
        assertThat(file).hasContent("x");
    }

    @Test
    void continuesAfterKilledRun() throws Exception {
        Process owner = startOwner(directory);
        owner.destroyForcibly().waitFor();
        assertThat(directory).as("the lock file remains").isNotEmptyDirectory();
        assertThat(UsedDirectory.resultNames(directory)).isEmpty();
        OutputLock.acquire(directory).close();
        assertThat(directory).isEmptyDirectory();
    }

    private static Process startOwner(Path path) throws IOException {
        Process owner = startProcess(path);
        BufferedReader out = owner.inputReader();
        assertThat(out.readLine()).isEqualTo("locked");
        return owner;
    }

    private static Process startProcess(Path... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LockOwner.class.getName()));
        Stream.of(arguments).map(Path::toString).forEach(command::add);
        return new ProcessBuilder(command).start();
    }

    private static String errorOf(Process process) throws IOException {
        return process.errorReader().lines().collect(Collectors.joining("\n"));
    }

    private static void assertRefused(Process secondOwner) throws Exception {
        assertThat(errorOf(secondOwner)).contains("another run is writing there");
        assertThat(secondOwner.waitFor()).isEqualTo(1);
    }

    /** Processes create, lock, and remove the same directory. */
    @Test
    void neverGivesDirectoryToTwoRuns() throws Exception {
        Path out = directory.resolve("a/out");
        Path owned = directory.resolve("owned");
        List<Process> loops = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            loops.add(startProcess(out, owned));
        }
        for (Process loop : loops) {
            assertThat(loop.waitFor()).as(errorOf(loop)).isZero();
            assertThat(loop.inputReader().readLine()).startsWith("locks ").isNotEqualTo("locks 0");
        }
    }

    @Test
    void removesOnlyEmptyDirectoriesThatItCreated() throws IOException {
        OutputLock.acquire(directory.resolve("a/b")).close();
        assertThat(directory).isEmptyDirectory();
        try (OutputLock lock = OutputLock.acquire(directory.resolve("a/b"))) {
            Files.writeString(directory.resolve("a/notes.txt"), "");
        }
        assertThat(directory.resolve("a")).isDirectoryContaining("glob:**/notes.txt");
        assertThat(directory.resolve("a/b")).doesNotExist();
    }

    @Test
    void allowsOtherDirectoriesAndOwnFiles() {
        try (OutputLock lock = OutputLock.acquire(directory)) {
            OutputLock.acquire(directory.resolve("step-01")).close();
            ResultFiles.overwriting(directory).write(RESULT);
            assertInUse(directory); // clearing the directory keeps the lock file
        }
        assertThat(directory).isDirectoryNotContaining("glob:**/.*").isDirectoryContaining("glob:**/result.json");
    }

    @Test
    void resultsAreNotWrittenIntoDirectoryOfRun() {
        Path out = directory.resolve("out");
        try (OutputLock lock = OutputLock.acquire(out)) {
            assertThatThrownBy(() -> Results.write(RESULT, out))
                    .isInstanceOf(InvalidPlanException.class)
                    .hasMessageContaining("another run is writing there");
        }
        assertThat(out).doesNotExist();
        Results.write(RESULT, out);
        Results.write(RESULT, out);
        assertThat(out).isDirectoryNotContaining("glob:**/.*");
    }

    @Test
    void leavesReportOfUnwritableDirectoryToLaterCheck() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        OutputLock.acquire(file).close();
        OutputLock.acquire(file.resolve("out")).close();
        assertThat(file).isRegularFile();
        Path readOnly = Files.createDirectory(
                directory.resolve("read-only"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        assumeThat(Files.isWritable(readOnly)).as("root can write").isFalse();
        try (OutputLock lock = OutputLock.acquire(readOnly)) {
            assertThatThrownBy(() -> ResultFiles.in(readOnly))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("cannot be written");
        }
    }
}
