// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Status;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deletes leave no stamp, so a consumer that reports only deletes may be complete. */
final class OnlyDeletesTest {

    private final SimulatedRun run = new SimulatedRun(false);
    private final ConsumerLines lines = ConsumerLines.to(run.probe, Shape.DEFAULT.withIdentity(Identity.ROW));

    private void sendDelete(String row) {
        lines.line("{\"op\":\"d\",\"before\":" + row + ",\"source\":{\"db\":\"s\",\"table\":\"t\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":1,\"cdc_seq\":0}", "{\"id\":1,\"cdc_seq\":41}", "{\"id\":1}"})
    void loadOfDeletesIsNotChecked(String row) {
        run.openWindow();
        run.commitDeletes(10);
        for (int i = 0; i < 10; i++) {
            sendDelete(row);
        }
        run.judge.takeReports();
        assertThat(run.judge.isAwaited()).isFalse();
        run.probe.ended();
        assertNotChecked(run.result());
    }

    @Test
    void loadOfDeletesIsNotCheckedWithProbe() {
        run.openWindow();
        run.commitDeletes(10);
        run.probe.deleted("t", "1", 41);
        run.probe.assumeEnded();
        assertNotChecked(run.result());
    }

    private static void assertNotChecked(ConsumerResult result) {
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).contains("10 of 10 commits left no stamped row");
        assertThat(result.identity()).isEqualTo(Identity.ROW);
        assertThat(result.notes()).isEmpty();
    }

    @Test
    void otherTransactionsAreLost() {
        run.openWindow();
        run.commit(7, new Random(1));
        run.streamAll();
        run.commitDeletes(10);
        sendDelete("{\"id\":1,\"cdc_seq\":41}");
        run.judge.takeReports();
        assertThat(run.judge.isAwaited()).isTrue();
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 7");
        assertThat(result.verdict().reason()).contains("10 of 17 commits left no stamped row");
        assertThat(result.notes()).isEmpty();
    }

    @Test
    void otherTransactionsMayStillCome() {
        run.openWindow();
        run.commit(7, new Random(1));
        run.streamAll();
        sendDelete("{\"id\":1,\"cdc_seq\":41}");
        ConsumerResult result = run.result();
        assertThat(result.verdict().status()).isEqualTo(Status.BEHIND);
        assertThat(result.verdict().reason()).startsWith("7 of 7 had not come");
    }

    @Test
    void otherReportsDecideIdentity() {
        run.openWindow();
        run.commit(7, new Random(1));
        run.streamAll();
        run.probe.deleted("t", "1", 41);
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        ConsumerResult result = run.result();
        assertThat(result.identity()).isEqualTo(Identity.GTID);
        assertThat(result.verdict().status()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void missingDeletesOfSilentConsumerAreReported() {
        run.openWindow();
        run.commitDeletes(10);
        run.probe.ended();
        ConsumerResult result = run.result();
        assertThat(result.verdict().headline()).isEqualTo("LOST 10");
        assertThat(result.notes()).containsExactly(Note.of(Code.CONSUMER_SILENT));
    }
}
