// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.internal.judge.replay.TableShape;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys of several text columns: two rows never have the same key. */
class RowKeysTest {

    private final ConsumerProbe probe = ConsumerProbe.named("mine");
    private final RecordedReports recordedReports = RecordedReports.listenTo(probe);

    private ConsumerLines lines(Format format, String... columns) {
        return ConsumerLines.to(probe, new Shape(format, null, List.of("a", "b"), List.of(columns), "t", ""));
    }

    @Test
    void textsOfDifferentKeysDiffer() {
        List<String> values = Stream.of(
                        "", "x", ",", "\\", "x,", ",x", "x\\", "\\x", "\\,", ",\\", "\\\\", "x,y", "x\\,y")
                .toList();
        Set<String> texts = new HashSet<>();
        for (String a : values) {
            for (String b : values) {
                texts.add(TableShape.keyText(List.of(a, b)));
            }
        }
        assertThat(texts).hasSize(values.size() * values.size());
    }

    /** Programs report such keys as text. */
    @Test
    void textOfUsualKeyIsJoinedByCommas() {
        assertThat(TableShape.keyText(List.of("1", "C:\\x y", "-2"))).isEqualTo("1,C:\\x y,-2");
        assertThat(TableShape.keyText(List.of("x,y\\"))).isEqualTo("x,y\\");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        DEBEZIUM ~ {"op":"c","after":{"a":"%s","b":"%s","cdc_seq":5},"source":{"table":"t"}}
        CANAL    ~ {"data":[{"a":"%s","b":"%s","cdc_seq":"5"}],"table":"t","type":"UPDATE","isDdl":false}
        MAXWELL  ~ {"type":"insert","table":"t","data":{"a":"%s","b":"%s","cdc_seq":5}}
        FLAT     ~ {"a":"%s","b":"%s","cdc_seq":5}
        """)
    void jsonRowsHaveDifferentKeys(Format format, String line) {
        ConsumerLines lines = lines(format);
        lines.line(line.formatted("x,y", "z"));
        lines.line(line.formatted("x", "y,z"));
        assertThat(recordedReports.reports).containsExactly("t x\\,y,z 5", "t x,y\\,z 5");
    }

    @Test
    void rowsWithMessageKeyHaveDifferentKeys() {
        ConsumerLines lines = ConsumerLines.to(probe, Shape.DEFAULT);
        String value = "{\"op\":\"c\",\"after\":{\"cdc_seq\":5},\"source\":{\"table\":\"t\"}}";
        lines.line("{\"a\":\"x,y\",\"b\":\"z\"}", value);
        lines.line("{\"a\":\"x\",\"b\":\"y,z\"}", value);
        assertThat(recordedReports.reports).containsExactly("t x\\,y,z 5", "t x,y\\,z 5");
    }

    @Test
    void csvRowsHaveDifferentKeys() {
        ConsumerLines lines = lines(Format.CSV, "a", "b", "cdc_seq");
        lines.line("\"x,y\",z,5");
        lines.line("x,\"y,z\",5");
        assertThat(recordedReports.reports).containsExactly("t x\\,y,z 5", "t x,y\\,z 5");
    }

    /** A program may pad a value outside its quotes. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '$', textBlock = """
        t,w,5                     ~ $t w 5$
        t, w ,5                   ~ $t w 5$
        t," w",5                  ~ $t  w 5$
        t,"w ",5                  ~ $t w  5$
        t, " w" ,5                ~ $t  w 5$
        t,"",5                    ~ $t  5$
        t," ",5                   ~ $t   5$
        t,a "b",5                 ~ $t a "b" 5$
        t,"a ""b"", c",5          ~ $t a "b", c 5$
        t,\"""\",5                  ~ $t " 5$
        "t"," w","5"              ~ $t  w 5$
        """)
    void quotedCsvValueKeepsItsBlanks(String line, String report) {
        ConsumerLines.to(probe, Shape.DEFAULT.withFormat(Format.CSV)).line(line);
        assertThat(recordedReports.reports).containsExactly(report);
    }

    @Test
    void flinkRowsHaveDifferentKeys() {
        ConsumerLines lines = lines(Format.FLINK, "a", "b", "cdc_seq");
        lines.line("+I[x,y, z, 5]");
        lines.line("+I[x, y,z, 5]");
        assertThat(recordedReports.reports).containsExactly("t x\\,y,z 5", "t x,y\\,z 5");
    }
}
