// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DirectoryOwnerTest {

    @TempDir
    Path temporaryDirectory;

    @Test
    void findsDirectoryOfEndedProcess() throws Exception {
        DirectoryOwner owner = DirectoryOwner.current();
        Path ownPath = Files.createDirectory(temporaryDirectory.resolve(DirectoryOwner.PREFIX + "own"));
        owner.writeTo(ownPath);
        Path abandonedPath = Files.createDirectory(temporaryDirectory.resolve(DirectoryOwner.PREFIX + "abandoned"));
        new DirectoryOwner(owner.pid(), 1, owner.namespace()).writeTo(abandonedPath);

        assertThat(owner.abandonedNextTo(ownPath)).containsExactly(abandonedPath);
    }

    /** Servers of other processes end at any time. */
    @Test
    @Timeout(60)
    void ignoresDirectoriesThatAreRemovedDuringSearch() throws Exception {
        DirectoryOwner owner = DirectoryOwner.current();
        Path ownPath = Files.createDirectory(temporaryDirectory.resolve(DirectoryOwner.PREFIX + "own"));
        AtomicBoolean ended = new AtomicBoolean();
        Thread otherServers = new Thread(() -> {
            while (!ended.get()) {
                try {
                    Path otherPath = Files.createTempDirectory(temporaryDirectory, DirectoryOwner.PREFIX);
                    owner.writeTo(otherPath);
                    Files.delete(otherPath.resolve("owner"));
                    Files.delete(otherPath);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        otherServers.start();
        try {
            for (int i = 0; i < 2_000; i++) {
                assertThat(owner.abandonedNextTo(ownPath)).isEmpty();
            }
        } finally {
            ended.set(true);
            otherServers.join();
        }
    }
}
