// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.PrintedReports;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A consumer that prints to a file. From a given line on, it omits, repeats, or swaps every tenth line. The rate is
 * high because up to a quarter of the lines may be heartbeats, and a swap with a heartbeat is not an error.
 */
final class PlantedLines {

    private static final int EACH = 10;
    private static final int FAULTS = 3;

    private final Path file;
    private final int from;
    private int lines;
    private String held = "";

    private PlantedLines(Path file, int from) {
        this.file = file;
        this.from = from;
    }

    /** A consumer without faults. */
    static ConnectorConsumer honest(TestServer server, Identity identity, Path file) throws IOException {
        return planted(server, identity, file, Integer.MAX_VALUE);
    }

    static ConnectorConsumer planted(TestServer server, Identity identity, Path file, int from) throws IOException {
        Files.writeString(file, "");
        return PrintedReports.follow(server, identity, new PlantedLines(file, from)::print);
    }

    private void print(String line) throws IOException {
        String text = line + "\n";
        String printed = text + held;
        held = "";
        if (++lines >= from && lines % EACH == 0) {
            switch (lines / EACH % FAULTS) {
                case 0 -> printed = "";
                case 1 -> printed = text + text;
                default -> {
                    printed = "";
                    held = text;
                }
            }
        }
        Files.writeString(file, printed, StandardOpenOption.APPEND);
    }
}
