// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CommitBufferTest {

    private final CommitBuffer buffer = new CommitBuffer(null);

    private List<String> drainGtids() {
        List<String> gtids = new ArrayList<>();
        for (Commits commits : buffer.drain()) {
            commits.reportTo(
                    (high, low, tag, number) -> gtids.add(high + "/" + low + "/" + tag + "/" + number), null, 0);
        }
        return gtids;
    }

    @Test
    void reportsEachCommitOnce() {
        buffer.onCommit(1, 2, "", 8);
        buffer.onCommit(1, 2, "", 7);
        assertThat(drainGtids()).containsExactly("1/2//7", "1/2//8");
        assertThat(drainGtids()).isEmpty();
        buffer.onCommit(1, 2, "", 9);
        assertThat(drainGtids()).containsExactly("1/2//9");
    }

    @Test
    void separatesSources() {
        buffer.onCommit(1, 2, "", 5);
        buffer.onCommit(1, 2, "tag", 5);
        buffer.onCommit(2, 1, "", 5);
        assertThat(drainGtids()).containsExactlyInAnyOrder("1/2//5", "1/2/tag/5", "2/1//5");
    }

    @Test
    void losesNoCommitOfConcurrentThreads() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(i ->
                        new Thread(() -> LongStream.range(0, 1_000).forEach(n -> buffer.onCommit(0, 1, "", 8 * n + i))))
                .toList();
        threads.forEach(Thread::start);
        List<String> gtids = new ArrayList<>();
        while (threads.stream().anyMatch(Thread::isAlive)) {
            gtids.addAll(drainGtids());
        }
        for (Thread thread : threads) {
            thread.join();
        }
        gtids.addAll(drainGtids());
        assertThat(gtids).hasSize(8_000).doesNotHaveDuplicates();
    }
}
