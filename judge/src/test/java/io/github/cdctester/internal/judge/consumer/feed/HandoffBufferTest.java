// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandoffBufferTest {

    /** Enough to grow the arrays several times. */
    private static final int REPORTS_PER_KIND = 5_000;

    @Test
    void deliversReportsOfAllKindsInOrder() {
        ReportLane lane = new ReportLane();
        Reports reports = new Reports();
        for (int round = 0; round < 3; round++) {
            List<String> expected = new ArrayList<>();
            for (long i = 0; i < REPORTS_PER_KIND; i++) {
                lane.addGtid(i, 2, "tag" + i, 3, 4, ChangeTimes.NONE);
                lane.addRow(RowEvent.DELETED, "t", "k" + i, i, 5, new ChangeTimes(i, 1, 2));
                lane.addUnreadable(i, i % 2 == 0, "line");
                lane.addPosition("log.1", i, 6, ChangeTimes.NONE);
                lane.addStreamRows(7, "stream", i, 8, 9);
                expected.add("gtid " + i + " 2 tag" + i + " 3 4");
                expected.add("times " + i + " 1 2");
                expected.add("DELETED t k" + i + " " + i + " 5");
                expected.add("unreadable " + i + " " + (i % 2 == 0) + " line");
                expected.add("log.1 " + i + " 6");
                expected.add("part 7 stream " + i + " 8 9");
            }
            lane.drainTo(reports);
            assertThat(reports.texts).isEqualTo(expected);
            reports.texts.clear();
        }
        lane.drainTo(reports);
        assertThat(reports.texts).isEmpty();
    }

    @Test
    void reportsLongQueue() {
        ReportLane lane = new ReportLane();
        assertThat(lane.addPosition("log.1", 1, 1, ChangeTimes.NONE)).isFalse();
        int added = 1;
        while (!lane.addPosition("log.1", 1, 1, ChangeTimes.NONE) && added < 100_000) {
            added++;
        }
        assertThat(added).isBetween(10_000, 30_000);
        lane.drainTo(new Reports());
        assertThat(lane.addPosition("log.1", 1, 1, ChangeTimes.NONE)).isFalse();
    }

    @Test
    void pairsLastCommitWithOneStamp() {
        CommitLane lane = new CommitLane(true);
        Commits commits = new Commits();
        lane.committed(1, 2, "a", 3, 4);
        lane.drainTo(commits);
        lane.addStamp(10, 11, 12);
        lane.addStamp(20, 21, 22);
        lane.committed(1, 2, "b", 5, 6);
        lane.addUnstamped();
        lane.addStamp(30, 31, 32);
        lane.stamped(7, 8, "c", 9, 40, 41, 42);
        lane.unknown(50);
        lane.onWritersLost(60, 61);
        lane.drainTo(commits);
        assertThat(commits.texts)
                .containsExactly(
                        "acknowledged 1 2 a 3 4",
                        "stamped 1 2 a 3 10 11 12",
                        "stamped 1 2 a 0 20 21 22",
                        "acknowledged 1 2 b 5 6",
                        "stamped 1 2 b 0 30 31 32",
                        "stamped 7 8 c 9 40 41 42",
                        "unknown 50",
                        "lost 60 61");
    }

    private static final class Reports implements ConsumerFeed.Receiver {
        private final List<String> texts = new ArrayList<>();

        @Override
        public void unreadable(long count, boolean isChange, String first) {
            texts.add("unreadable " + count + " " + isChange + " " + first);
        }

        @Override
        public void times(ChangeTimes times) {
            texts.add("times " + times.sourceMicros() + " " + times.envelopeMicros() + " " + times.recordMicros());
        }

        @Override
        public void gtid(long high, long low, String tag, long number, long micros) {
            texts.add("gtid " + high + " " + low + " " + tag + " " + number + " " + micros);
        }

        @Override
        public void position(String file, long position, long micros) {
            texts.add(file + " " + position + " " + micros);
        }

        @Override
        public void row(RowEvent event, String table, String key, long sequence, long micros) {
            texts.add(event + " " + table + " " + key + " " + sequence + " " + micros);
        }

        @Override
        public void streamRows(int stream, String name, long sequence, long rows, long micros) {
            texts.add("part " + stream + " " + name + " " + sequence + " " + rows + " " + micros);
        }
    }

    private static final class Commits implements CommitFeed.Receiver {
        private final List<String> texts = new ArrayList<>();

        @Override
        public void acknowledged(long high, long low, String tag, long number, long micros) {
            texts.add("acknowledged " + high + " " + low + " " + tag + " " + number + " " + micros);
        }

        @Override
        public void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros) {
            texts.add("stamped " + high + " " + low + " " + tag + " " + number + " " + sequence + " " + rows + " "
                    + micros);
        }

        @Override
        public void unknown(long sequence) {
            texts.add("unknown " + sequence);
        }

        @Override
        public void writersLost(int firstWriter, int writers) {
            texts.add("lost " + firstWriter + " " + writers);
        }
    }
}
