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
        Path own = Files.createDirectory(temporaryDirectory.resolve(DirectoryOwner.PREFIX + "own"));
        owner.writeTo(own);
        Path abandoned = Files.createDirectory(temporaryDirectory.resolve(DirectoryOwner.PREFIX + "abandoned"));
        new DirectoryOwner(owner.pid(), 1, owner.namespace()).writeTo(abandoned);

        assertThat(owner.abandonedNextTo(own)).containsExactly(abandoned);
    }

    /** Servers of other processes end at any time. */
    @Test
    @Timeout(60)
    void ignoresDirectoriesThatAreRemovedDuringSearch() throws Exception {
        DirectoryOwner owner = DirectoryOwner.current();
        Path own = Files.createDirectory(temporaryDirectory.resolve(DirectoryOwner.PREFIX + "own"));
        AtomicBoolean ended = new AtomicBoolean();
        Thread otherServers = new Thread(() -> {
            while (!ended.get()) {
                try {
                    Path other = Files.createTempDirectory(temporaryDirectory, DirectoryOwner.PREFIX);
                    owner.writeTo(other);
                    Files.delete(other.resolve("owner"));
                    Files.delete(other);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        otherServers.start();
        try {
            for (int i = 0; i < 2_000; i++) {
                assertThat(owner.abandonedNextTo(own)).isEmpty();
            }
        } finally {
            ended.set(true);
            otherServers.join();
        }
    }
}
