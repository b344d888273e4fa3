// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LineCorpusTest {

    record Sample(String format, String expected, String line) {}

    static Stream<Sample> samples() throws IOException {
        try (InputStream in = LineCorpusTest.class.getResourceAsStream("lines.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.contains(" | ") && !line.startsWith("#"))
                    .map(line -> line.split(" \\| ", 3))
                    .map(parts -> new Sample(
                            parts[0],
                            parts[1],
                            parts[2].replace("\\t", "\t").replace("\\0", "\0").replace("\\B", "\uFEFF")));
        }
    }

    @Test
    void corpusHasAtLeast120Lines() throws IOException {
        assertThat(samples()).hasSizeGreaterThanOrEqualTo(120);
    }

    private static Shape shape(String format) {
        boolean isByRow = format.startsWith("row/");
        String[] parts = format.replace("row/", "").split(":", 2);
        List<String> columns = parts.length == 1 ? List.of() : List.of(parts[1].split(","));
        return new Shape(
                Format.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                isByRow ? Identity.ROW : null,
                List.of(),
                columns,
                parts[0].equals("flink") ? "t" : "",
                "");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void classifiesLine(Sample sample) throws IOException {
        ConsumerProbe probe = ConsumerProbe.named("mine");
        RecordedReports recordedReports = RecordedReports.listenTo(probe);
        ConsumerLines lines = ConsumerLines.to(probe, shape(sample.format()));
        lines.readPart(new ByteArrayInputStream((sample.line() + "\n").getBytes(StandardCharsets.UTF_8)));

        ConsumerLines.Findings findings = lines.findings();
        boolean isChange = sample.expected().startsWith("change=");
        List<String> reports = isChange
                ? List.of(sample.expected().substring("change=".length()).split("; "))
                : List.of();
        boolean isRow = List.of("unstamped", "deleted").contains(sample.expected());
        boolean isUnreadable = sample.expected().equals("unreadable");
        assertThat(recordedReports.reports).isEqualTo(reports);
        assertThat(findings.unreadable()).as("unreadable").isEqualTo(isUnreadable ? 1 : 0);
        assertThat(findings.unstamped()).isEqualTo(sample.expected().equals("unstamped") ? 1 : 0);
        assertThat(findings.deleted()).isEqualTo(sample.expected().equals("deleted") ? 1 : 0);
        boolean isMarker = sample.expected().equals("marker");
        assertThat(findings.linesWithoutChange())
                .as("no change")
                .isBetween(
                        isChange || isRow || isUnreadable || isMarker ? 0L : 1L,
                        isChange || isRow || isUnreadable ? 0L : 1L);
        boolean hasNoVerdict = !isChange
                && !sample.expected().equals("deleted")
                && !sample.expected().equals("snapshot");
        assertThat(findings.unreadable() > 0 || recordedReports.hasNoVerdict(false))
                .as("no verdict on this line alone")
                .isEqualTo(hasNoVerdict || sample.line().contains("\"before\":null,\"after\":null") && isRow);
    }
}
