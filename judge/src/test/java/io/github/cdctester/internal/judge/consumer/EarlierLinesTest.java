// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.judge.consumer.SimulatedRun.Change;
import io.github.cdctester.internal.judge.consumer.SimulatedRun.Committed;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lines before the first run, such as the rows of the prepared tables, show the consumer's format. */
final class EarlierLinesTest {

    private final ConsumerProbe probe = ConsumerProbe.named("shop");
    private final ConsumerLines lines = ConsumerLines.to(probe, Shape.DEFAULT);

    private SimulatedRun start(int transactions) {
        SimulatedRun run = SimulatedRun.judging(probe);
        run.openWindow();
        run.commit(transactions, new Random(1));
        run.streamAll();
        return run;
    }

    private void sendRow(String gtid, String content) {
        lines.line("{\"op\":\"c\",\"after\":{" + content + "},\"source\":{\"db\":\"s\",\"table\":\"t\",\"gtid\":\""
                + gtid + "\"}}");
    }

    private void sendEnd(String gtid, int rows) {
        lines.line("{\"status\":\"END\",\"id\":\"" + gtid + "\",\"event_count\":" + rows + "}");
    }

    @Test
    void keepsStampsAsIdentity() {
        sendRow("0-9-1", "\"id\":1,\"cdc_seq\":0");
        SimulatedRun run = start(10);
        sendRow("0-9-2", "\"id\":1"); // of another client
        Committed torn = run.commits.stream()
                .filter(commit -> commit.changes().size() > 1)
                .findFirst()
                .orElseThrow();
        run.commits.forEach(commit -> commit.changes().stream()
                .skip(commit == torn ? 1 : 0)
                .forEach(change -> sendRow(
                        run.gtid(commit.number()),
                        "\"id\":\"" + change.key() + "\",\"cdc_seq\":" + change.sequence())));
        lines.pause();
        probe.ended();
        assertThat(run.result().identity()).isEqualTo(Identity.ROW);
        assertThat(run.result().verdict().headline()).isEqualTo("LOST 1");
    }

    @Test
    void linesWithoutChangeAreNoUnknownFormat() {
        sendRow("0-9-1", "\"id\":1,\"cdc_seq\":0");
        SimulatedRun run = start(3);
        lines.line("{\"ts_ms\":1}");
        probe.ended();
        assertThat(run.result().verdict().headline()).isEqualTo("LOST 3");
    }

    @Test
    void waitsForEndMessages() {
        sendRow("0-9-1", "\"id\":1");
        sendEnd("0-9-1", 1);
        SimulatedRun run = start(3);
        for (int partition = 0; partition < 2; partition++) {
            run.commits.forEach(commit -> sendRow(run.gtid(commit.number()), "\"id\":1"));
        }
        run.commits.forEach(commit -> sendEnd(run.gtid(commit.number()), 2));
        probe.ended();
        assertThat(run.result().verdict().headline()).isEqualTo("LOSSLESS");
        assertThat(run.result().identity()).isEqualTo(Identity.GTID);
    }

    /** Rows of one transaction may arrive between rows of another. Rows without a stamp show no transaction. */
    @Test
    void countsEarlierRowsByTransaction() {
        SimulatedRun earlier = SimulatedRun.judging(ConsumerProbe.named("other"));
        earlier.openWindow();
        earlier.commit(20, new Random(5));
        earlier.result();
        SimulatedRun run = new SimulatedRun(true);
        run.commit(30, new Random(1));
        List<Change> rows = new ArrayList<>();
        Stream.of(earlier, run)
                .flatMap(part -> part.commits.stream())
                .forEach(transaction -> rows.addAll(transaction.changes()));
        assertThat(rows).hasSizeGreaterThan(70);
        Collections.shuffle(rows, new Random(2));
        run.openWindow();
        run.commit(10, new Random(1));
        run.streamAll();
        rows.forEach(row -> run.probe.recordRow("t", row.key(), row.sequence()));
        run.probe.recordRow("t", "k1", 0);
        run.probe.recordRow("t", "k2", 0);
        run.commits.forEach(commit -> run.reportToProbe(commit, Identity.ROW));
        ConsumerResult result = run.result();
        assertThat(result.others()).isEqualTo(20 + 30 + 2);
        assertThat(result.rows()).isGreaterThan(rows.size());
        assertThat(result.verdict().headline()).isEqualTo("LOSSLESS");
    }
}
