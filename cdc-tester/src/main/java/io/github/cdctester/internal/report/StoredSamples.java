// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A samples.jsonl that was read, of a run that has ended or was killed: {@link SampleFile} wrote it. What comes behind the last line
 * end was not written to its end, and is not looked at.
 *
 * @param createdAt when the run was begun
 * @param plan what it was to do, without passwords
 * @param rows its seconds; read from the file when they are asked for
 */
public record StoredSamples(Instant createdAt, Plan plan, List<SampleRow> rows) {

    private static final int BUFFER = 1 << 16;

    /**
     * Reads a file; the places of its rows are found, and the rows are left where they are.
     *
     * @param file samples.jsonl
     * @return what is in it
     * @throws RunFailedException if it cannot be read, is no such file, or is of another {@code schemaVersion}; a broken row is found
     *     when it is asked for
     */
    public static StoredSamples read(Path file) {
        LinePlaces lines = new LinePlaces();
        try (InputStream in = Files.newInputStream(file)) {
            find(in, lines);
            long[] head = lines.from(0);
            if (lines.count() == 0) {
                throw new RunFailedException(file + " has no whole line; name a " + SampleFile.NAME);
            }
            SampleFile.Head first = head(file, Math.toIntExact(head[1]));
            return new StoredSamples(first.createdAt(), first.plan(), new StoredRows(file, lines.from(1)));
        } catch (IOException e) {
            throw new RunFailedException(
                    file + " cannot be read (" + e.getClass().getSimpleName().replace("Exception", "") + ": "
                            + e.getMessage() + "); name a " + SampleFile.NAME,
                    e);
        }
    }

    private static void find(InputStream in, LinePlaces lines) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long length = 0;
        int read = in.read(buffer);
        while (read >= 0) {
            int from = 0;
            for (int i = 0; i < read; i++) {
                if (buffer[i] == '\n') {
                    lines.add(length + i + 1 - from);
                    from = i + 1;
                    length = 0;
                }
            }
            length += read - from;
            read = in.read(buffer);
        }
    }

    private static SampleFile.Head head(Path file, int bytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String line = new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
            JsonNode node = ResultJson.COMPACT.readTree(line);
            if (!node.path("kind").asString("").equals(SampleFile.KIND)) {
                throw new RunFailedException(file + " is no " + SampleFile.NAME);
            }
            if (node.path("schemaVersion").asLong(0) != RunResult.SCHEMA_VERSION) {
                throw new RunFailedException(file + " has schemaVersion "
                        + node.path("schemaVersion").asString("") + "; this cdc-tester reads "
                        + RunResult.SCHEMA_VERSION + ": take the one that wrote it");
            }
            return ResultJson.COMPACT.treeToValue(node, SampleFile.Head.class);
        } catch (JacksonException e) {
            throw new RunFailedException(file + " is no " + SampleFile.NAME + ": " + e.getOriginalMessage(), e);
        }
    }
}
