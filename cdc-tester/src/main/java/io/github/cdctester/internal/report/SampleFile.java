// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.SampleRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;

/**
 * samples.jsonl: the rows of a run as they come, a line of JSON each, below a line with the plan. Each line is handed to the operating
 * system when its second has passed, so that a run that is killed leaves what it had measured; {@link StoredSamples} reads it. In
 * memory there are the places of the lines only, 8 bytes a second.
 */
public final class SampleFile implements SampleLog, AutoCloseable {

    /** The file's name in the directory of a result. */
    public static final String NAME = "samples.jsonl";

    /** What the file says of itself. */
    static final String KIND = "samples";

    /** The first line. */
    record Head(int schemaVersion, String kind, ToolInfo tool, Instant createdAt, Plan plan) {}

    private final Path file;
    private final FileChannel out;
    private final LinePlaces lines = new LinePlaces();

    private SampleFile(Path file, FileChannel out) {
        this.file = file;
        this.out = out;
    }

    /**
     * Creates the file. What was there under its name is replaced; a link is, and not what it points to.
     *
     * @param directory where
     * @param plan what is going to be run; its passwords are left out
     * @return the file, to be closed when the run is over; its rows can be read from then on, too
     * @throws RunFailedException if it cannot be written
     */
    public static SampleFile create(Path directory, Plan plan) {
        Path file = directory.resolve(NAME);
        try {
            Files.deleteIfExists(file);
            SampleFile made = new SampleFile(
                    file, FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            made.write(new Head(
                    RunResult.SCHEMA_VERSION, KIND, ToolInfo.current(""), Instant.now(), plan.withoutPasswords()));
            return made;
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    @Override
    public void append(SampleRow row) {
        write(row);
    }

    private void write(Record line) {
        byte[] text = (ResultJson.COMPACT.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            ByteBuffer left = ByteBuffer.wrap(text);
            while (left.hasRemaining()) {
                out.write(left);
            }
        } catch (IOException e) {
            RunFailedException failure = failed(file, e);
            try {
                out.truncate(lines.end()); // half a line, which another one must not follow
            } catch (IOException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
        lines.add(text.length);
    }

    /** The rows so far, read from the file when they are asked for. */
    @Override
    public List<SampleRow> rows() {
        return new StoredRows(file, lines.from(1));
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static RunFailedException failed(Path file, IOException e) {
        return new RunFailedException(
                "writing " + file + " failed: " + e.getClass().getSimpleName().replace("Exception", "") + ": "
                        + e.getMessage(),
                e);
    }
}
