// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.judge.consumer.SimulatedRun.Committed;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.Random;
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
}
