// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {

    @TempDir
    Path temporaryDirectory;

    private Path ownPath;

    @BeforeEach
    void createOwnDirectory() throws IOException {
        ownPath = Files.createTempDirectory(temporaryDirectory, DirectoryLock.directoryPrefix());
    }

    @Test
    void findsDirectoryOfEndedProcess() throws Exception {
        Path abandonedPath = copyOfLocked("cdct-1-abc-2", "lock", "host");

        assertThat(DirectoryLock.abandonedNextTo(ownPath)).containsExactly(abandonedPath);
    }

    @Test
    void ignoresDirectoryOfOtherHostAndIncompleteDirectories() throws Exception {
        Path otherHost = copyOfLocked("cdct-1-abc-2", "lock", "host");
        Files.writeString(otherHost.resolve("host"), "other");
        copyOfLocked("cdct-1-abc-3", "lock");
        copyOfLocked("cdct-1-abc-4", "host");

        assertThat(DirectoryLock.abandonedNextTo(ownPath)).isEmpty();
    }

    /** The lock does not depend on the times of processes. The owner's own searches must not release it. */
    @Test
    void otherProcessFindsDirectoryOnlyAfterRelease() throws Exception {
        try (DirectoryLock lock = DirectoryLock.acquire(ownPath)) {
            Path secondPath = Files.createTempDirectory(temporaryDirectory, DirectoryLock.directoryPrefix());
            DirectoryLock.acquire(secondPath).close();
            assertThat(DirectoryLock.abandonedNextTo(secondPath)).isEmpty();

            assertThat(searchInOtherProcess())
                    .containsExactly(secondPath.getFileName().toString());
        }
        assertThat(searchInOtherProcess()).contains(ownPath.getFileName().toString());
    }

    private List<String> searchInOtherProcess() throws Exception {
        Process search = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ForkedSearch.class.getName(),
                        ownPath.toString())
                .redirectErrorStream(true)
                .start();
        List<String> names = search.inputReader().lines().toList();
        assertThat(search.waitFor()).as("%s", names).isZero();
        return names;
    }

    /** The copy has no lock. */
    private Path copyOfLocked(String name, String... files) throws IOException {
        Path locked = Files.createTempDirectory(temporaryDirectory, "locked");
        DirectoryLock.acquire(locked).close();
        Path copy = Files.createDirectory(temporaryDirectory.resolve(name));
        for (String file : files) {
            Files.copy(locked.resolve(file), copy.resolve(file));
        }
        return copy;
    }

    @Test
    @Timeout(60)
    void ignoresDirectoriesThatAreRemovedDuringSearch() throws Exception {
        AtomicBoolean hasEnded = new AtomicBoolean();
        Thread otherServers = new Thread(() -> {
            while (!hasEnded.get()) {
                try {
                    Path otherPath = Files.createTempDirectory(temporaryDirectory, "cdct-1-abc-");
                    DirectoryLock lock = DirectoryLock.acquire(otherPath);
                    Files.delete(otherPath.resolve("lock"));
                    Files.delete(otherPath.resolve("host"));
                    lock.close();
                    Files.delete(otherPath);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        otherServers.start();
        try {
            for (int i = 0; i < 2_000; i++) {
                assertThat(DirectoryLock.abandonedNextTo(ownPath)).isEmpty();
            }
        } finally {
            hasEnded.set(true);
            otherServers.join();
        }
    }
}
