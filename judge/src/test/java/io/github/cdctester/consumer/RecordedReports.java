// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

class RecordedReports implements JudgedProbe.Listener {

    final List<String> reports = new ArrayList<>();
    final List<String> unreadable = new ArrayList<>();
    private final List<JudgedProbe.RunLines> lineReaders = new ArrayList<>();
    long lines;
    long bytes;
    long events;
    boolean ended;
    String failure = "";

    static RecordedReports listenTo(ConsumerProbe probe) {
        RecordedReports recordedReports = new RecordedReports();
        JudgedProbe.of(probe).listen(recordedReports);
        return recordedReports;
    }

    List<Problem> problems() {
        return unreadable.stream()
                .map(text -> Stream.of(Problem.values())
                        .filter(problem -> text.contains("(" + problem.text() + "): "))
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    /** {@code reported} is true if the run received reports. */
    boolean hasNoVerdict(boolean reported) {
        return lineReaders.stream()
                .anyMatch(runLines ->
                        runLines.noVerdictReason(reported, gtid -> true).isPresent());
    }

    /** The remarks on incomplete transactions. */
    List<String> remarks() {
        return lineReaders.stream()
                .flatMap(runLines -> runLines.tornReason(gtid -> true).stream())
                .toList();
    }

    @Override
    public void onReader(JudgedProbe.RunLines runLines) {
        lineReaders.add(runLines);
    }

    @Override
    public void recordTransaction(String gtid, ChangeTimes times) {
        reports.add(gtid);
    }

    @Override
    public void onLines(long count, long unreadableCount, boolean isChange, @Nullable String first) {
        lines += count;
        if (first != null) {
            unreadable.add(first);
        }
    }

    @Override
    public void recordPosition(String file, long position, ChangeTimes times) {
        reports.add(file + ":" + position);
    }

    @Override
    public void recordRow(String table, String key, long sequence, ChangeTimes times) {
        reports.add(table + " " + key + " " + sequence);
    }

    @Override
    public void onBytes(long count) {
        bytes += count;
    }

    @Override
    public void onEvents(long count) {
        events += count;
    }

    @Override
    public void onFailure(Throwable cause) {
        failure = String.valueOf(cause.getMessage());
    }

    @Override
    public void onEnd() {
        ended = true;
    }
}
