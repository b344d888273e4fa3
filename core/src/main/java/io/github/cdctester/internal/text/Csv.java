// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.text;

import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;
import tools.jackson.dataformat.csv.CsvWriteFeature;

/** Writes CSV (RFC 4180, with LF): a header line with the column names, and empty cells for missing values. */
public final class Csv {

    private static final CsvMapper MAPPER = CsvMapper.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .enable(CsvWriteFeature.STRICT_CHECK_FOR_QUOTING)
            .build();

    private Csv() {}

    public static void write(Collection<String> names, Stream<Map<String, String>> rows, Writer out)
            throws IOException {
        if (names.isEmpty()) {
            out.write('\n');
            return;
        }
        write(names, true, rows, out);
    }

    public static void writeRows(Collection<String> names, Stream<Map<String, String>> rows, Writer out)
            throws IOException {
        write(names, false, rows, out);
    }

    private static void write(Collection<String> names, boolean hasHeader, Stream<Map<String, String>> rows, Writer out)
            throws IOException {
        CsvSchema schema = CsvSchema.builder()
                .addColumns(names, CsvSchema.ColumnType.STRING)
                .setUseHeader(hasHeader)
                .setLineSeparator("\n")
                .build();
        try (SequenceWriter lines = MAPPER.writer(schema).writeValues(out)) {
            rows.forEachOrdered(lines::write);
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }
}
