// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SnapshotLinesTest {

    private final List<String> receivedRows = new ArrayList<>();
    private final ConsumerProbe probe = ConsumerProbe.named("mine");

    private ConsumerLines lines(Shape shape) {
        JudgedProbe.of(probe).listen(new RecordedSnapshot());
        return ConsumerLines.to(probe, shape);
    }

    private final class RecordedSnapshot extends RecordedReports {
        @Override
        public void recordRow(String table, String key, long sequence, ChangeTimes times) {
            receivedRows.add("written " + table + " " + key + " " + sequence);
        }

        @Override
        public void recordSnapshotRow(String table, String key, long sequence, boolean isIncremental) {
            receivedRows.add((isIncremental ? "incremental " : "row ") + table + " " + key + " " + sequence);
        }

        @Override
        public void deleted(String table, String key, long sequence) {
            receivedRows.add("deleted " + table + " " + key + " " + sequence);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        row s.t 7 0         ~ {"op":"r","after":{"id":7,"cdc_seq":0},"source":{"snapshot":"first","db":"s","table":"t"}}
        row s.t 7 42        ~ {"op":"r","after":{"id":7,"cdc_seq":42},"source":{"snapshot":"last","db":"s","table":"t"}}
        incremental s.t 7 9 ~ {"op":"r","after":{"id":7,"cdc_seq":9},"source":{"snapshot":"incremental","db":"s","table":"t"}}
        deleted s.t 7 9     ~ {"op":"d","before":{"id":7,"cdc_seq":9},"after":null,"source":{"db":"s","table":"t"}}
        row s.t 7 3         ~ {"type":"bootstrap-insert","database":"s","table":"t","ts":1,"data":{"id":7,"cdc_seq":3}}
        """)
    void recognizesSnapshotRows(String expected, String line) {
        ConsumerLines lines = lines(Shape.DEFAULT);
        probe.judgeSnapshot();
        lines.line(line);
        assertThat(receivedRows).containsExactly(expected);
        assertThat(lines.findings().unreadable()).isZero();
        assertThat(lines.findings().linesWithoutChange()).isZero();
    }

    @Test
    void recognizesKindsInCsv() {
        ConsumerLines lines = lines(Shape.DEFAULT.withFormat(Format.CSV));
        probe.judgeSnapshot();
        List.of(
                        "kind,table,key,cdc_seq",
                        "r,t,1,0",
                        "snapshot,t,2,0",
                        "incremental,t,3,5",
                        "c,t,4,6",
                        "U,t,1,7",
                        "d,t,4,6",
                        "x,t,4,6")
                .forEach(lines::line);
        assertThat(receivedRows)
                .containsExactly(
                        "row t 1 0",
                        "row t 2 0",
                        "incremental t 3 5",
                        "written t 4 6",
                        "written t 1 7",
                        "deleted t 4 6");
        assertThat(lines.findings().firstUnreadable().text()).contains("a kind other than r, incremental, c, u and d");
    }

    /** A snapshot row needs no stamp, and is not counted as a change. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"op\":\"r\",\"after\":{\"id\":7,\"cdc_seq\":0},\"source\":{\"db\":\"s\",\"table\":\"t\"}}",
                "{\"op\":\"r\",\"after\":{\"id\":7}}",
                "{\"type\":\"bootstrap-insert\",\"database\":\"s\",\"table\":\"t\",\"data\":{\"id\":7}}"
            })
    void ignoresSnapshotRowsIfNotJudged(String line) {
        ConsumerLines lines = lines(Shape.DEFAULT);
        lines.line(line);
        assertThat(lines.findings().linesWithoutChange()).isOne();
        assertThat(lines.findings().rows()).isZero();
        assertThat(lines.findings().unreadable()).isZero();
    }

    @Test
    void countsSnapshotRowsWithoutListener() {
        ConsumerLines.to(probe.judgeSnapshot(), Shape.DEFAULT.withFormat(Format.CSV))
                .line("t,1,0");
        ConsumerLines lines = ConsumerLines.to(
                probe, new Shape(Format.CSV, null, List.of(), List.of("kind", "table", "key", "sequence"), "", ""));
        lines.line("r,t,1,0");
        lines.line("r,t,2,0");
        assertThat(JudgedProbe.of(probe).earlySnapshotRows()).isEqualTo(2);
    }
}
