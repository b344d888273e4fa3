// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Rows have seven histograms of ten bytes each: three of the run, two of its load, and one of each of two streams. */
final class RetainedRowsTest {

    private static final DurationSummary NO_DURATIONS = Durations.of(null, Distribution.EMPTY);
    private static final String HISTOGRAM = "0123456789";
    private static final int BYTES_PER_ROW = 70;

    @Test
    void keepsAllRowsIfTheyFit() {
        RetainedRows retainedRows = new RetainedRows(2, 100, 50 * BYTES_PER_ROW);
        fill(retainedRows, 50);
        assertThat(retainedRows.rows()).hasSize(50).allMatch(row -> Histograms.sizeBytes(row) == BYTES_PER_ROW);
        assertThat(retainedRows.notes()).isEmpty();
    }

    @Test
    void dropsOldestHistogramsFirst() {
        RetainedRows retainedRows = new RetainedRows(2, 100, 10 * BYTES_PER_ROW + 5);
        fill(retainedRows, 30);
        List<SampleRow> rows = retainedRows.rows();
        assertThat(rows).hasSize(30);
        assertThat(rows.subList(0, 20)).allMatch(row -> Histograms.sizeBytes(row) == 0);
        assertThat(rows.subList(20, 30)).containsExactlyElementsOf(seconds(21, 30));
        assertThat(rows.get(0)).isEqualTo(Histograms.removeFrom(secondRow(1)));
        assertThat(rows.get(0).cdc().transactions()).isEqualTo(7);
        assertThat(rows.get(0).write().latency()).isEqualTo(NO_DURATIONS);
        assertThat(retainedRows.notes())
                .singleElement()
                .extracting(Note::text)
                .asString()
                .startsWith("histograms are kept from second 21 on only");
    }

    @Test
    void dropsIndividualStreamsOfOldestRows() {
        RetainedRows retainedRows = new RetainedRows(2, 20, 20 * BYTES_PER_ROW);
        fill(retainedRows, 20);
        assertThat(retainedRows.rows().subList(0, 10))
                .allMatch(row -> row.streams().isEmpty() && Histograms.sizeBytes(row) == BYTES_PER_ROW - 20);
        assertThat(retainedRows.rows().subList(10, 20))
                .allMatch(row -> row.streams().size() == 2);
        assertThat(retainedRows.notes()).isEmpty();
    }

    @Test
    void dropsOldestRowsLast() {
        RetainedRows retainedRows = new RetainedRows(1, 20, 10 * BYTES_PER_ROW);
        fill(retainedRows, 1_000);
        assertThat(retainedRows.rows()).hasSize(20).first().isEqualTo(Histograms.removeFrom(secondRow(981)));
        assertThat(retainedRows.rows().subList(10, 20)).containsExactlyElementsOf(seconds(991, 1_000));
        assertThat(retainedRows.notes())
                .hasSize(2)
                .anyMatch(note -> note.code() == Note.Code.SAMPLES_DROPPED
                        && note.arguments().get("count").equals(980L))
                .anyMatch(note -> note.text().contains("from second 991 on"));
    }

    @Test
    void largeHistogramsStayWithinByteLimit() {
        RetainedRows retainedRows = new RetainedRows(1);
        String largeHistogram = "x".repeat(100_000);
        for (long second = 1; second <= 1_000; second++) {
            retainedRows.append(secondRow(second, largeHistogram));
        }
        assertThat(retainedRows.rows().stream().mapToLong(Histograms::sizeBytes).sum())
                .isBetween(RetainedRows.MAX_BYTES - 700_000, RetainedRows.MAX_BYTES);
    }

    @Test
    void dropsHistogramsIfOneRowExceedsLimit() {
        RetainedRows retainedRows = new RetainedRows(2, 10, 30);
        fill(retainedRows, 3);
        assertThat(retainedRows.rows()).allMatch(row -> Histograms.sizeBytes(row) == 0);
        assertThat(retainedRows.notes())
                .singleElement()
                .extracting(Note::text)
                .asString()
                .contains("from second 4 on");
    }

    private static void fill(RetainedRows retainedRows, long seconds) {
        for (long second = 1; second <= seconds; second++) {
            retainedRows.append(secondRow(second));
        }
    }

    private static List<SampleRow> seconds(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(RetainedRowsTest::secondRow)
                .toList();
    }

    private static SampleRow secondRow(long number) {
        return secondRow(number, HISTOGRAM);
    }

    private static SampleRow secondRow(long number, String histogram) {
        SampleRow.Write write = SecondFixtures.write(
                2, 7, 7, 14, 14, 0, 7, 7, 0, 0, NO_DURATIONS, NO_DURATIONS, NO_DURATIONS, histogram, histogram);
        SampleRow.Cdc cdc = SecondFixtures.cdc(
                NO_DURATIONS, 1, 1, 2, 2, 7, 7, 0, SampleRow.Motion.FLOWING, null, 0, Map.of("XID", 7L), histogram);
        return new SampleRow(
                number,
                SampleRow.RunPart.MEASURE,
                1,
                write,
                cdc,
                List.of(new SampleRow.Stream("a", cdc), new SampleRow.Stream("b", cdc)),
                List.of(new SampleRow.Workload("oltp_insert", write)),
                Map.of(),
                List.of());
    }
}
