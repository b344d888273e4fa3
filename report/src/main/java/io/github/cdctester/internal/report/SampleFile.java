// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.SampleRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * samples.jsonl: the rows of a run during the run, one line of JSON each, after a line with the plan. Each line is passed to the
 * operating system when its second has passed, so that measurements survive a kill; {@link StoredSamples} reads it. Memory contains
 * only the offsets of the lines, 8 bytes per second.
 */
public final class SampleFile implements SampleLog, AutoCloseable {

    public static final String NAME = "samples.jsonl";

    static final String KIND = "samples";

    record Head(
            int schemaVersion,
            String kind,
            ToolInfo tool,
            Instant createdAt,
            Plan plan,
            Map<String, String> probeUnits) {}

    private final Path file;
    private final JsonLinesFile out;

    private SampleFile(Path file, JsonLinesFile out) {
        this.file = file;
        this.out = out;
    }

    /**
     * Creates the file. An existing file is replaced; a symbolic link is replaced, not followed.
     *
     * @param probeUnits the units of the run's probes by their names
     * @return the file, to be closed when the run is over; its rows can still be read after that
     */
    public static SampleFile create(Path directory, Plan plan, Map<String, String> probeUnits) {
        Path file = directory.resolve(NAME);
        Head head = new Head(
                RunResult.SCHEMA_VERSION,
                KIND,
                ToolInfo.current(""),
                Instant.now(),
                plan.withoutPasswords(),
                probeUnits);
        return new SampleFile(file, JsonLinesFile.create(file, head));
    }

    @Override
    public void append(SampleRow row) {
        out.write(row);
    }

    /** Returns the rows so far, read from the file on demand. */
    @Override
    public List<SampleRow> rows() {
        return new StoredRows(file, out.lines().from(1));
    }

    @Override
    public void close() {
        out.close();
    }
}
