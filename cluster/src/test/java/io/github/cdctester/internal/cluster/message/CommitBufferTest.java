// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CommitBufferTest {

    private final CommitBuffer log = new CommitBuffer(null);

    private List<String> drained() {
        List<String> told = new ArrayList<>();
        for (Commits commits : log.drain()) {
            commits.reportTo(
                    (high, low, tag, number) -> told.add(high + "/" + low + "/" + tag + "/" + number), null, 0);
        }
        return told;
    }

    @Test
    void reportsEachCommitOnce() {
        log.committed(1, 2, "", 8);
        log.committed(1, 2, "", 7);
        assertThat(drained()).containsExactly("1/2//7", "1/2//8");
        assertThat(drained()).isEmpty();
        log.committed(1, 2, "", 9);
        assertThat(drained()).containsExactly("1/2//9");
    }

    @Test
    void separatesSources() {
        log.committed(1, 2, "", 5);
        log.committed(1, 2, "tag", 5);
        log.committed(2, 1, "", 5);
        assertThat(drained()).containsExactlyInAnyOrder("1/2//5", "1/2/tag/5", "2/1//5");
    }

    @Test
    void losesNothingFromManyThreads() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(i ->
                        new Thread(() -> LongStream.range(0, 1_000).forEach(n -> log.committed(0, 1, "", 8 * n + i))))
                .toList();
        threads.forEach(Thread::start);
        List<String> all = new ArrayList<>();
        while (threads.stream().anyMatch(Thread::isAlive)) {
            all.addAll(drained());
        }
        for (Thread thread : threads) {
            thread.join();
        }
        all.addAll(drained());
        assertThat(all).hasSize(8_000).doesNotHaveDuplicates();
    }
}
