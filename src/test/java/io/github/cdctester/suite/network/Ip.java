// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.network;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

final class Ip {

    private Ip() {}

    /** Returns the output. Throws an exception if {@code ip} fails. */
    static String ip(String... arguments) throws IOException {
        String[] command = new String[arguments.length + 1];
        command[0] = "ip";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + ": "
                        + output.lines().findFirst().orElse("failed"));
            }
            return output;
        } catch (InterruptedException e) {
            throw new AssertionError(String.join(" ", command), e);
        }
    }
}
