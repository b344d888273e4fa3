// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * From a given line on, the consumer omits or repeats every tenth line, or swaps it with the next. Up to a quarter of the lines may be
 * heartbeats, and a swap with a heartbeat is not an error.
 */
final class FaultyPrintedLines {

    private static final int FAULT_INTERVAL = 10;
    private static final int FAULT_KIND_COUNT = 3;

    private final Path file;
    private final int firstFaultyLine;
    private int lineCount;
    private String postponedLine = "";

    private FaultyPrintedLines(Path file, int firstFaultyLine) {
        this.file = file;
        this.firstFaultyLine = firstFaultyLine;
    }

    static ConnectorConsumer followWithoutFaults(TestServer server, Identity identity, Path file) throws IOException {
        return followWithFaults(server, identity, file, Integer.MAX_VALUE);
    }

    static ConnectorConsumer followWithFaults(TestServer server, Identity identity, Path file, int firstFaultyLine)
            throws IOException {
        Files.writeString(file, "");
        return ReportPrinter.follow(server, identity, new FaultyPrintedLines(file, firstFaultyLine)::print);
    }

    private void print(String line) throws IOException {
        String text = line + "\n";
        String output = text + postponedLine;
        postponedLine = "";
        if (++lineCount >= firstFaultyLine && lineCount % FAULT_INTERVAL == 0) {
            switch (lineCount / FAULT_INTERVAL % FAULT_KIND_COUNT) {
                case 0 -> output = "";
                case 1 -> output = text + text;
                default -> {
                    output = "";
                    postponedLine = text;
                }
            }
        }
        Files.writeString(file, output, StandardOpenOption.APPEND);
    }
}
