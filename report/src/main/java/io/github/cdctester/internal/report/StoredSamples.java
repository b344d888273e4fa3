// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.sample.SampleRow;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The content of a samples.jsonl file. The run may have ended, still be active, or have been killed. An incomplete last line is
 * ignored.
 *
 * @param plan without passwords
 * @param rows read from the file on demand
 * @param probeUnits by probe name; empty if no probe has a unit
 */
public record StoredSamples(
        ToolInfo tool, Instant createdAt, Plan plan, List<SampleRow> rows, Map<String, String> probeUnits) {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_LINE_BYTES = 1 << 24;
    private static final int MAX_LINES = 1 << 22;

    /** Rows are read later, on demand. */
    public static StoredSamples read(Path file) {
        if (!Files.isRegularFile(file) && Files.exists(file)) {
            throw new RunFailedException(file + " is not a file; name a " + SampleFile.FILE_NAME);
        }
        LineOffsets lines = new LineOffsets();
        try (InputStream in = Files.newInputStream(file)) {
            findLines(in, lines);
            SampleFile.Head head = head(file);
            return new StoredSamples(
                    head.tool(),
                    head.createdAt(),
                    head.plan(),
                    new StoredRows(file, lines.offsetsFrom(1)),
                    head.probeUnits());
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    public static Instant createdAt(Path file) {
        try {
            return head(file).createdAt();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static RunFailedException unreadable(Path file, IOException e) {
        return new RunFailedException(
                file + " cannot be read (" + e.getClass().getSimpleName().replace("Exception", "") + ": "
                        + e.getMessage() + "); name a " + SampleFile.FILE_NAME,
                e);
    }

    private static void findLines(InputStream in, LineOffsets lines) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long lineBytes = 0;
        int read = in.read(buffer);
        while (read >= 0) {
            int lineStart = 0;
            for (int i = 0; i < read; i++) {
                if (buffer[i] == '\n') {
                    lines.add(lineBytes + i + 1 - lineStart);
                    lineStart = i + 1;
                    lineBytes = 0;
                }
            }
            lineBytes += read - lineStart;
            if (lineBytes > MAX_LINE_BYTES || lines.count() > MAX_LINES) {
                throw new IOException("its line " + (lines.count() + 1) + " is too long, or there are too many");
            }
            read = in.read(buffer);
        }
    }

    private static String firstLine(Path file) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            for (int nextByte = in.read(); nextByte != '\n'; nextByte = in.read()) {
                if (nextByte < 0) {
                    throw new RunFailedException(file + " has no complete line; name a " + SampleFile.FILE_NAME);
                }
                if (line.size() == MAX_LINE_BYTES) {
                    throw new RunFailedException(
                            file + " is not a " + SampleFile.FILE_NAME + ": its first line is too long");
                }
                line.write(nextByte);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static SampleFile.Head head(Path file) throws IOException {
        try {
            JsonNode node = ResultJson.COMPACT.readTree(firstLine(file));
            if (!node.path("kind").asString("").equals(SampleFile.KIND)) {
                throw new RunFailedException(file + " is not a " + SampleFile.FILE_NAME);
            }
            if (node.path("schemaVersion").asLong(0) != RunResult.SCHEMA_VERSION) {
                throw new RunFailedException(file + " has schemaVersion "
                        + node.path("schemaVersion").asString("") + "; this cdc-tester reads "
                        + RunResult.SCHEMA_VERSION + ": use the version that wrote it");
            }
            return ResultJson.COMPACT.treeToValue(node, SampleFile.Head.class);
        } catch (JacksonException e) {
            String problem = RequiredValues.missingPath(e)
                    .map(missing -> "it has no " + missing)
                    .orElseGet(e::getOriginalMessage);
            throw new RunFailedException(file + " is not a " + SampleFile.FILE_NAME + ": " + problem, e);
        }
    }
}
