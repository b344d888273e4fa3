// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.failure.InvalidPlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that locks a directory until its standard input ends. With a second path, it locks and releases the directory many times,
 * and fails if another owner has created this path meanwhile.
 */
final class LockOwner {

    private static final int ATTEMPTS = 2_000;

    private LockOwner() {}

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        if (args.length > 1) {
            System.out.println("locks " + lockOften(directory, Path.of(args[1])));
            return;
        }
        try (OutputLock lock = OutputLock.acquire(directory)) {
            System.out.println("locked");
            System.in.transferTo(System.out);
        }
    }

    private static int lockOften(Path directory, Path owned) throws IOException {
        int locks = 0;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (OutputLock lock = OutputLock.acquire(directory)) {
                Files.delete(Files.createFile(owned));
                locks++;
            } catch (InvalidPlanException e) {
                Thread.onSpinWait(); // another process has the directory
            }
        }
        return locks;
    }
}
