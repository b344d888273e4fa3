// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.Check;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the names that limits accept with {@code value-names.tsv}, because a name must never change its meaning. Writes the current list
 * to {@code target/value-names.tsv}.
 */
final class ValueNamesTest {

    private static final List<UnaryOperator<String>> NAME_FORMS = List.of(
            name -> name,
            name -> name.replaceFirst("(Millis|Micros|Percent|Seconds|Bytes)(?=$|\\.)", ""),
            name -> name.replaceFirst("^(cdc|write|verdict|tester)\\.", ""),
            name -> name.replaceFirst("^(cdc|write|verdict|tester)\\.", "")
                    .replaceFirst("(Millis|Micros|Percent|Seconds|Bytes)(?=$|\\.)", ""),
            name -> name.replaceFirst("^(cdc|write|verdict|tester)\\.", "").toUpperCase(Locale.ROOT));

    private static final List<String> OTHER_NAMES = List.of(
            "bps",
            "EPS",
            "tps",
            "qps",
            "errors",
            "dt.p99",
            "DT.p99Millis",
            "dt.p99.9",
            "delay.p99.9millis",
            "catchUpSeconds",
            "catchupseconds",
            "catchUp",
            "consumers.a.delay.p99.9",
            "consumers.b.delay.p99",
            "consumers.a.verdict",
            "consumers.verdict.missing",
            "loads.a.latency.p99.9",
            "loads.sb.test.t.latency.p99",
            "delays.event-header.p50",
            "delays.none.p50",
            "delays.EVENT_HEADER",
            "errorsPerCode.1213",
            "errorsPerCode.1062",
            "errorsPerCode.1213.1",
            "errorsPerCode.12131213",
            "errors.1213",
            "eventsByKind.xid",
            "eventsByKind.XIDD",
            "eventsByKind.INCIDENT",
            "eventsByKind.Write_Rows",
            "payloads.innerEventsByKind.xid",
            "transactionsByKind.insert",
            "transactionsByKind.new order",
            "rowsByTable",
            "rowsByTable.t",
            "rowsByTable.t.insert",
            "rowsByTable.sb.test.t.delete",
            "rowsByTable.sb.test.t",
            "latencyByKind.XID.p99",
            "latencyByKind.sb.test.t.p99",
            "latencyByKind.p99",
            "latencyByKind.XID.p99.9",
            "streams.0.cdc.bytes",
            "tester.nodes.0.transactions",
            "verdict.streams.a.missing",
            "overStreams.delayMax.max",
            "overStreams.bytesPerSecond.avg",
            "heartbeats.nothing",
            "delay",
            "nothing",
            "cdc.",
            "cdc",
            ".delay",
            "probes.a");

    @Test
    void namesKeepTheirMeaning() throws IOException {
        List<String> currentLines = allNames().map(ValueNamesTest::line).toList();
        Files.write(Path.of("target", "value-names.tsv"), currentLines);
        try (InputStream in = Objects.requireNonNull(ValueNamesTest.class.getResourceAsStream("value-names.tsv"))) {
            String storedText = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(storedText
                            .lines()
                            .map(line -> line(line.substring(0, line.indexOf('\t'))))
                            .toList())
                    .containsExactlyElementsOf(storedText.lines().toList());
        }
    }

    @Test
    void acceptsEachNumberOfResult() {
        assertThat(NumberedResult.NUMBERS)
                .hasSizeGreaterThan(400)
                .allSatisfy(name -> assertThat(line(name)).startsWith(name + "\t" + name + "\t"));
    }

    private static Stream<String> allNames() {
        Set<String> names = new TreeSet<>(OTHER_NAMES);
        Stream.concat(NumberedResult.NUMBERS.stream(), NumberedResult.OTHER_PATHS.stream())
                .forEach(name -> NAME_FORMS.forEach(form -> names.add(form.apply(name))));
        return names.stream();
    }

    /** If the name is rejected, the line contains only the name and a dash. */
    private static String line(String requestedName) {
        Limit limit;
        try {
            limit = Limit.parse(requestedName + ">0");
        } catch (InvalidPlanException e) {
            return requestedName + "\t-";
        }
        String name = limit.value().orElseThrow().name();
        Check check = NumberedResult.check(limit);
        return String.join(
                "\t",
                requestedName,
                name,
                limit.withUnit(2),
                limit.withUnit(2e6),
                isAccepted(requestedName + ">5") ? "unit in name" : "unit needed",
                ResultValues.of(name).better().name(),
                limit.needsWorkload() ? "write" : "any",
                needsStream(limit) ? "stream" : "any",
                String.valueOf(limit.load().orElse("")),
                String.valueOf(limit.consumer().orElse("")),
                String.valueOf(check.actual()));
    }

    private static boolean isAccepted(String expression) {
        try {
            Limit.parse(expression);
            return true;
        } catch (InvalidPlanException e) {
            return false;
        }
    }

    private static boolean needsStream(Limit limit) {
        try {
            limit.checkStream("failIf", false);
            return false;
        } catch (InvalidPlanException e) {
            return true;
        }
    }
}
