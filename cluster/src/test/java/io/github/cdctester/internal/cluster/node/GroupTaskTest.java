// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.JoinGroup;
import io.github.cdctester.internal.cluster.message.Message.LinePart;
import io.github.cdctester.internal.cluster.message.Message.LinesRead;
import io.github.cdctester.internal.cluster.message.Message.LinesTaken;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.transport.Transport;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader.ReportedLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the messages of a node that reads lines as a member of a consumer group. */
@Timeout(60)
class GroupTaskTest {

    private final List<Message> messages = Collections.synchronizedList(new ArrayList<>());
    private GroupTask task;

    /** Passes the lines to a task, with a coordinator that acknowledges each message with lines. */
    private void read(ReportedLine... lines) throws InterruptedException {
        task = new GroupTask(
                new JoinGroup(1, Map.of()),
                message -> {
                    messages.add(message);
                    if (message instanceof LinesRead) {
                        task.onMessage(new LinesTaken(1));
                    }
                },
                () -> (source, receiver) -> assertThat(receiver.receive(Map.of("t-0", List.of(lines)), false))
                        .isTrue());
        task.begin();
        task.join();
    }

    /** Returns the values by their offsets, as the coordinator decodes and joins them. */
    private Map<Long, String> receivedValues() {
        Map<Long, String> values = new TreeMap<>();
        for (Message sent : messages) {
            byte[] bytes = sent.encode();
            assertThat(bytes).hasSizeLessThan(Transport.MAX_BYTES);
            Message message = Message.decode(bytes);
            if (message instanceof LinePart part) {
                values.merge(part.offset(), part.text(), String::concat);
            } else if (message instanceof LinesRead linesRead) {
                linesRead.lines().stream()
                        .filter(line -> line.value() != null)
                        .forEach(line -> values.merge(line.offset(), line.value(), String::concat));
            }
        }
        return values;
    }

    @Test
    void dividesLongValues() throws InterruptedException {
        String control = "\u0001".repeat(3_000_000); // six bytes each in JSON
        String pairs = "x" + "\uD83D\uDE00".repeat(1 << 20); // parts must not end within a pair
        read(new ReportedLine(1, "key", control), new ReportedLine(2, null, "short"), new ReportedLine(3, null, pairs));
        assertThat(messages).last().isEqualTo(new Over(1, null));
        Map<Long, String> values = receivedValues();
        assertThat(values).containsOnlyKeys(1L, 2L, 3L).containsEntry(2L, "short");
        assertThat(values.get(1L).equals(control)).isTrue();
        assertThat(values.get(3L).equals(pairs)).isTrue();
    }

    @Test
    void forwardsShortLinesInOneMessage() throws InterruptedException {
        ReportedLine tombstone = new ReportedLine(7, "key", null);
        ReportedLine line = new ReportedLine(8, null, "value");
        read(tombstone, line);
        assertThat(messages).hasSize(2);
        assertThat(messages.get(0))
                .isInstanceOfSatisfying(
                        LinesRead.class, sent -> assertThat(sent.lines()).containsExactly(tombstone, line));
    }

    /** The coordinator keeps all parts of a line until the line itself arrives. */
    @Test
    void sendsPartsDirectlyBeforeTheirLine() throws InterruptedException {
        String longValue = "v".repeat(3 << 20);
        read(
                new ReportedLine(1, null, "short"),
                new ReportedLine(2, null, longValue),
                new ReportedLine(3, null, longValue),
                new ReportedLine(4, null, "short"));
        assertThat(messages)
                .extracting(message -> message instanceof LinesRead linesRead
                        ? "lines "
                                + linesRead.lines().stream()
                                        .map(line -> String.valueOf(line.offset()))
                                        .collect(Collectors.joining(" "))
                        : message instanceof LinePart part ? "part " + part.offset() : "over")
                .containsExactly(
                        "lines 1", "part 2", "part 2", "lines 2", "part 3", "part 3", "lines 3", "lines 4", "over");
        assertThat(receivedValues()).containsEntry(2L, longValue).containsEntry(3L, longValue);
    }

    @Test
    void forwardsLongKeys() throws InterruptedException {
        String key = "k".repeat(600_000);
        String longKey = "k".repeat(12 << 20);
        String value = "v".repeat(600_000);
        read(
                new ReportedLine(1, key, "value"),
                new ReportedLine(2, key, value),
                new ReportedLine(3, longKey, value),
                new ReportedLine(4, longKey, null));
        assertThat(receivedValues())
                .containsEntry(1L, "value")
                .containsEntry(2L, value)
                .containsEntry(3L, value);
        assertThat(messages.stream()
                        .filter(LinesRead.class::isInstance)
                        .flatMap(message -> ((LinesRead) message).lines().stream())
                        .map(line -> line.offset() + " " + line.key().length() + " " + (line.value() == null)))
                .containsExactly("1 600000 false", "2 600000 false", "3 12582912 false", "4 12582912 true");
    }

    @Test
    void namesKeyPastLimit() throws InterruptedException {
        read(new ReportedLine(7, "\u0001".repeat(3_000_000), "value")); // six bytes each in JSON
        assertThat(messages)
                .singleElement()
                .isInstanceOfSatisfying(
                        Over.class,
                        over -> assertThat(over.why())
                                .matches(
                                        "the key at offset 7 of partition t-0 needs a message of 18000\\d{3} bytes, and a worker node"
                                                + " sends messages of up to 16777216"));
    }
}
