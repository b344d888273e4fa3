// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsumerLinesTest {

    private final ConsumerProbe probe = ConsumerProbe.named("mine");
    private final RecordedReports recordedReports = RecordedReports.listenTo(probe);
    private ConsumerLines lines = ConsumerLines.to(probe, Shape.DEFAULT);

    private void useShape(Shape shape) {
        lines = ConsumerLines.to(probe, shape);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        DEBEZIUM ~ {"before":null,"after":{"id":7},"source":{"db":"shop","table":"t","gtid":"0-1-9","file":"b.000001","pos":5,"row":0},"op":"c","ts_ms":1}
        DEBEZIUM ~ {"schema":{"type":"struct"},"payload":{"before":null,"after":{"id":7},"op":"r"}}
        DEBEZIUM ~ {"status":"BEGIN","id":"0-1-9","ts_ms":1,"event_count":null,"data_collections":null}
        CANAL    ~ {"data":[{"id":"7"}],"database":"shop","es":1,"id":1,"isDdl":false,"old":null,"pkNames":["id"],"sql":"","table":"t","ts":2,"type":"INSERT"}
        CANAL    ~ {"data":null,"database":"shop","isDdl":true,"sql":"create table t (id int)","table":"t","type":"CREATE"}
        MAXWELL  ~ {"database":"shop","table":"t","type":"insert","ts":1,"xid":8,"commit":true,"data":{"id":7}}
        FLINK    ~ +I[7, a]
        FLINK    ~ 2> -U[7, a]
        FLINK    ~ mine:3> +U[7, a]
        CSV      ~ shop.t,7,42
        CSV      ~ table,key,sequence
        CSV      ~ gtid
        GTID     ~ 0-1-9
        GTID     ~ 3e11fa47-71ca-11e1-9e33-c80aa9429562:23
        GTID     ~ 3e11fa47-71ca-11e1-9e33-c80aa9429562:blue:23
        GTID     ~ binlog.000007:1234
        """)
    void detectsFormatFromLine(Format format, String line) {
        lines.line(line);
        assertThat(lines.findings().format()).isEqualTo(format);
    }

    @Test
    void waitsForLineThatRevealsFormat() {
        lines.line("2026-11-23 10:00:00,123 INFO  starting");
        lines.line("");
        lines.line("{\"ts_ms\":1}");
        lines.line("{\"schema\":{},\"payload\":{\"ts_ms\":1}}");
        lines.line("null");
        assertThat(lines.findings().format()).isEqualTo(Format.AUTO);
        lines.line("t,1,5");

        assertThat(lines.findings().format()).isEqualTo(Format.CSV);
        assertThat(lines.findings().unreadable()).isEqualTo(1);
        assertThat(lines.findings().linesWithoutChange()).isEqualTo(4);
        assertThat(recordedReports.reports).containsExactly("t 1 5");
    }

    @Test
    void countsEmptyArrayAsLineWithoutChange() {
        lines.line("[]");

        assertThat(lines.findings().lines()).isOne();
        assertThat(lines.findings().linesWithoutChange()).isOne();
        assertThat(lines.findings().unreadable()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        k[T]t,1,5         ~ true
        k[T] [T]t,a,1,5   ~ true
        k[T] {"id":1      ~ true
        k[T]a[T][1        ~ true
        k[T]t,5           ~ false
        k[T]t, 1,5        ~ false
        k[T]t,1,x         ~ false
        t,1,x             ~ false
        """)
    void recognizesMessageKeyBeforeValue(String line, boolean hasKey) {
        useShape(Shape.DEFAULT.withFormat(Format.GTID));
        lines.line(line.replace("[T]", "\t"));

        assertThat(recordedReports.problems()).containsExactly(hasKey ? Problem.KEY_AND_VALUE : Problem.NOT_GTID);
    }

    @Test
    @Timeout(20)
    void readsLongLineOfCommasAndTabs() {
        useShape(Shape.DEFAULT.withFormat(Format.GTID));
        lines.line("k\t" + "a,".repeat(500_000));
        lines.line("k" + "\t".repeat(1_000_000) + "a");

        assertThat(recordedReports.problems()).containsExactly(Problem.NOT_GTID, Problem.NOT_GTID);
    }

    @Test
    void reportsEarlierUnreadableLinesToListener() {
        ConsumerProbe earlyProbe = ConsumerProbe.named("early");
        ConsumerLines earlyLines = ConsumerLines.to(earlyProbe, Shape.DEFAULT);
        earlyLines.line("hello");
        earlyLines.line("world");

        assertThat(RecordedReports.listenTo(earlyProbe).unreadable)
                .containsExactly(new UnreadableLine(1, Problem.NO_FORMAT, "hello").text());
    }

    @Test
    void reportsByStampIfPresent() {
        lines.line("""
            {"after":{"id":7,"cdc_seq":281474976710699},"source":{"db":"shop","table":"t","gtid":"0-1-9"},"op":"u"}\
            """);
        lines.line("""
            {"before":{"id":7,"cdc_seq":281474976710699},"after":null,"source":{"db":"shop","table":"t","gtid":"0-1-10"},"op":"d"}\
            """);
        lines.line("""
            {"after":{"id":1},"source":{"db":"shop","table":"other","gtid":"0-1-11"},"op":"c"}\
            """);

        assertThat(recordedReports.reports).containsExactly("shop.t 7 281474976710699");
        assertThat(lines.findings().deleted()).isEqualTo(1);
        assertThat(lines.findings().unstamped()).isEqualTo(1);
        assertThat(lines.findings().unreadable()).isZero();
        assertThat(recordedReports.events).isEqualTo(3);
    }

    @Test
    void readsKeyFromConfiguredOrDetectedColumns() {
        String row = """
            {"data":[{"a":"1","b":"2","id":"3","cdc_seq":"9"}],"database":"s","table":"t","type":"UPDATE","isDdl":false%s}\
            """;
        lines.line(row.formatted(",\"pkNames\":[\"a\",\"b\"]"));
        lines.line(row.formatted(""));
        lines.line(row.replace("\"id\"", "\"no\"").formatted(""));
        useShape(new Shape(Format.CANAL, null, List.of("b"), List.of(), "", ""));
        lines.line(row.formatted(",\"pkNames\":[\"a\"]"));
        assertThat(recordedReports.reports)
                .containsExactly(
                        "s.t 1,2 9",
                        "s.t 3 9",
                        "s.t {\"a\":\"1\",\"b\":\"2\",\"no\":\"3\",\"cdc_seq\":\"9\"} 9",
                        "s.t 2 9");
    }

    @Test
    void readsKeyFromMessageKey() {
        String value = """
            {"payload":{"after":{"w":1,"d":2,"cdc_seq":5},"source":{"table":"t"},"op":"c"}}\
            """;
        lines.line("{\"schema\":{},\"payload\":{\"w\":1,\"d\":2}}", value);
        lines.line("{\"w\":1,\"d\":3}", value);
        lines.line("{\"w\":1,\"d\":3}", null);
        lines.line("no JSON", value);

        assertThat(recordedReports.reports)
                .containsExactly("t 1,2 5", "t 1,3 5", "t {\"w\":1,\"d\":2,\"cdc_seq\":5} 5");
        assertThat(lines.findings().lines()).isEqualTo(3);
    }

    @Test
    void readsFlinkRowsWithColumnNames() {
        useShape(new Shape(Format.AUTO, null, List.of(), List.of("id", "pad", "cdc_seq"), "t", ""));
        lines.line("+I[1, a, 10]");
        lines.line("-U[1, a, 10]");
        lines.line("2> +U[1, b, 11]");
        lines.line("-D[1, b, 11]");
        lines.line("+I[2, a, b, 12]");
        lines.line("{\"before\":null,\"after\":{\"id\":3,\"cdc_seq\":13},\"op\":\"c\"}");

        assertThat(recordedReports.reports).containsExactly("t 1 10", "t 1 11", "t 3 13");
        assertThat(recordedReports.unreadable)
                .containsExactly(new UnreadableLine(5, Problem.OTHER_COLUMNS, "+I[2, a, b, 12]").text());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        {"before":null,"after":{"id":3,"cdc_seq":13},"source":{"table":"t"},"op":"r"}
        {"before":null,"after":null,"source":{"table":"t"},"op":"t"}
        {"message":{"prefix":"a","content":"b"},"source":{"table":"t"},"op":"m"}
        """)
    void ignoresLinesWithoutRowChange(String line) {
        useShape(Shape.DEFAULT.withFormat(Format.DEBEZIUM));
        lines.line(line);

        assertThat(recordedReports.reports).isEmpty();
        assertThat(lines.findings().linesWithoutChange()).isOne();
        assertThat(lines.findings().unreadable()).isZero();
    }

    @Test
    void requiresTableIfLinesNameNone() {
        String line = "{\"after\":{\"id\":3,\"cdc_seq\":13,\"t\":\"x\"},\"op\":\"c\"}";
        lines.line(line);
        useShape(new Shape(Format.DEBEZIUM, null, List.of(), List.of(), "", "t"));
        lines.line(line);

        assertThat(recordedReports.problems()).containsExactly(Problem.NO_TABLE);
        assertThat(recordedReports.reports).containsExactly("x 3 13");
    }

    @Test
    void readsCsvByItsHeader() {
        lines.line("cdc_seq,other,table,key");
        lines.line("5,\"a, \"\"b\"\"\",s.t,1");
        lines.line("x,,s.t,1");
        lines.line("5,\"a");
        lines.line("5");

        assertThat(recordedReports.reports).containsExactly("s.t 1 5");
        assertThat(recordedReports.problems())
                .containsExactly(Problem.NO_SEQUENCE, Problem.QUOTE_NOT_CLOSED, Problem.OTHER_COLUMNS);
    }

    @Test
    void readsDmsFilesWithHeaders() {
        useShape(new Shape(Format.AUTO, null, List.of(), List.of(), "t", ""));
        for (int file = 0; file < 2; file++) {
            List.of("Op,id,k,cdc_seq", "I,7,1,5", "U,7,2,6.0", "D,7,2,6").forEach(lines::line);
        }
        assertThat(recordedReports.reports).containsExactly("t 7 5", "t 7 6", "t 7 5", "t 7 6");
        assertThat(lines.findings().deleted()).isEqualTo(2);
        assertThat(recordedReports.unreadable).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        gtid                  ~ 0-1-7              ~ 0-1-7
        file,position         ~ binlog.000007,1234 ~ binlog.000007:1234
        table,key,sequence    ~ t,7,5              ~ t 7 5
        key,table,sequence,op ~ 7,t,5,c            ~ t 7 5
        """)
    void readsHeaderOfEachFile(String header, String line, String report) {
        for (int file = 0; file < 2; file++) {
            lines.line(header);
            lines.line(line);
        }
        assertThat(recordedReports.reports).containsExactly(report, report);
        assertThat(recordedReports.unreadable).isEmpty();
    }

    @Test
    void usesTopicAsTable() {
        lines.message("shop.t", "{\"id\":7}", "{\"id\":7,\"cdc_seq\":5}", 0);
        lines.message("shop.u", null, "{\"id\":7,\"cdc_seq\":6,\"__table\":\"v\"}", 0);
        assertThat(recordedReports.reports).containsExactly("shop.t 7 5", "v 7 6");
    }

    @Test
    void suggestsToPrintValuesOnly() {
        lines.line("7\t{\"id\":7,\"cdc_seq\":5}");
        assertThat(recordedReports.unreadable).singleElement().asString().contains("kcat -f '%s\\n'");
    }

    @Test
    void rejectsPositionOfRowEvent() {
        useShape(Shape.DEFAULT.withIdentity(Identity.POSITION));
        lines.line("file,position");
        lines.line("binlog.000001,400");
        assertThat(recordedReports.reports).containsExactly("binlog.000001:400");

        useShape(Shape.DEFAULT.withIdentity(Identity.POSITION));
        lines.line("""
            {"after":{"id":7},"source":{"table":"t","file":"b.000001","pos":5},"op":"c"}\
            """);
        assertThat(recordedReports.problems()).containsExactly(Problem.NO_END_POSITION);
    }

    @Test
    void readsWholeOutput() throws IOException {
        lines.read(bytes("\uFEFFt,1,5\r\nt,2,6\n\nt,3,7"));

        assertThat(recordedReports.reports).containsExactly("t 1 5", "t 2 6", "t 3 7");
        assertThat(recordedReports.ended).isTrue();
        assertThat(recordedReports.bytes).isEqualTo("t,1,5\r\nt,2,6\n\nt,3,7".length() + 3);
        assertThat(recordedReports.events).isEqualTo(3);
    }

    @Test
    void continuesAfterInvalidText() throws IOException {
        byte[] line = "{\"data\":{\"id\":1,\"c\":\"?\",\"cdc_seq\":5},\"table\":\"t\",\"type\":\"insert\"}\n"
                .getBytes(StandardCharsets.UTF_8);
        line[new String(line, StandardCharsets.UTF_8).indexOf('?')] = (byte) 0xFF;
        lines.read(new ByteArrayInputStream(line));
        lines.read(bytes("\u0000\u0001[[[[\n{\"a\":" + "[".repeat(5_000) + "\n{\"type\":\"insert\",\"data\":7}\n"));

        assertThat(recordedReports.reports).containsExactly("t 1 5");
        assertThat(lines.findings().unreadable()).isEqualTo(3);
    }

    @Test
    void skipsTooLongLine() throws IOException {
        long length = 20L << 20;
        InputStream longLine = new InputStream() {
            private long remaining = length;

            @Override
            public int read() {
                return remaining-- > 0 ? 'x' : -1;
            }
        };
        lines.readPart(longLine);
        lines.readPart(bytes("t,1,5\n"));

        assertThat(recordedReports.unreadable)
                .singleElement()
                .asString()
                .startsWith("line 1 (longer than 16 MiB): \"xxx")
                .hasSizeLessThan(200);
        assertThat(recordedReports.bytes).isEqualTo(length + 6);
        assertThat(recordedReports.reports).containsExactly("t 1 5");
        assertThat(recordedReports.ended).isFalse();
    }

    @Test
    void reportsReadError() {
        assertThatThrownBy(() -> lines.read(new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("gone");
                    }
                }))
                .hasMessage("gone");
        assertThat(recordedReports.failure).isEqualTo("gone");
        assertThat(recordedReports.ended).isFalse();
    }

    @Test
    void readsIterator() {
        Iterator<String> gtids = List.of("0-1-1", "0-1-2").iterator();
        lines.read(gtids);
        assertThat(recordedReports.reports).containsExactly("0-1-1", "0-1-2");
        assertThat(recordedReports.ended).isTrue();

        Iterator<String> failingLines = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                throw new IllegalStateException("broken");
            }
        };
        assertThatThrownBy(() -> lines.read(failingLines)).hasMessage("broken");
        assertThat(recordedReports.failure).isEqualTo("broken");
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
