// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.SweepResult;
import java.io.IOException;
import java.io.Writer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;

/** sweep.json: the records of a sweep, name for name, with the whole result of each run. */
public final class SweepJson {

    private SweepJson() {}

    /**
     * Writes a sweep as JSON, and a line end behind it.
     *
     * @param sweep the sweep
     * @param out where to; stays open
     * @throws IOException if it cannot be written
     */
    public static void write(SweepResult sweep, Writer out) throws IOException {
        try {
            ResultJson.MAPPER
                    .writer()
                    .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                    .writeValue(out, sweep);
        } catch (JacksonException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getMessage(), e);
        }
        out.write('\n');
        out.flush();
    }
}
