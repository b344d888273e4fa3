// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Note;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class NodeLossTest {

    private static final Note OBSERVED_LOSS = Note.of(Note.Code.NODE_LOST, "node", "a:1", "connection", "gone");

    @Test
    void noteContainsLateReason() {
        CompletableFuture<String> reason = new CompletableFuture<>();
        NodeLoss loss = new NodeLoss(OBSERVED_LOSS, reason);
        assertThat(loss.reasonOrTimeout()).isNotDone();
        reason.complete("OOMKilled");
        assertThat(loss.note().text()).isEqualTo("worker a:1 was lost: gone; Kubernetes reports: OOMKilled");
    }

    @Test
    void noteIsCompleteIfPlatformHasNoReason() {
        NodeLoss loss = new NodeLoss(OBSERVED_LOSS, CompletableFuture.completedFuture(""));
        assertThat(loss.reasonOrTimeout()).isDone();
        assertThat(loss.note()).isEqualTo(OBSERVED_LOSS);
    }

    @Test
    void noteIsCompleteAfterTimeout() {
        NodeLoss loss = new NodeLoss(OBSERVED_LOSS, new CompletableFuture<>());
        assertThat(loss.note()).isEqualTo(OBSERVED_LOSS);
    }
}
