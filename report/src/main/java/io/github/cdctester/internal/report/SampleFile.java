// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.sample.SampleRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Writes samples.jsonl during a run. The first line contains the plan; each later line is one sample as JSON. Only the offsets
 * of the lines are kept in memory, 8 bytes per line.
 */
public final class SampleFile implements SampleLog, AutoCloseable {

    public static final String FILE_NAME = "samples.jsonl";

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
     * Replaces an existing file or symbolic link. The rows can still be read after the file is closed.
     *
     * @param probeUnits units by the name of a probe
     */
    public static SampleFile create(Path directory, Plan plan, Map<String, String> probeUnits) {
        Path file = directory.resolve(FILE_NAME);
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

    @Override
    public List<SampleRow> rows() {
        return new StoredRows(file, out.offsets().offsetsFrom(1));
    }

    @Override
    public void close() {
        out.close();
    }
}
