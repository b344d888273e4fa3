// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import java.io.IOException;
import java.nio.file.Path;

/** A process that locks a directory until its standard input ends. */
final class LockOwner {

    private LockOwner() {}

    public static void main(String[] args) throws IOException {
        try (OutputLock lock = OutputLock.acquire(Path.of(args[0]))) {
            System.out.println("locked");
            System.in.transferTo(System.out);
        }
    }
}
