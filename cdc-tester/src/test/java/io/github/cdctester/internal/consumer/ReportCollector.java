// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

class ReportCollector implements JudgedProbe.Listener {

    private static final long TIMEOUT_SECONDS = 30;

    private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
    private final List<JudgedProbe.RunLines> lineReaders = new ArrayList<>();
    private final ConsumerProbe probe = ConsumerProbe.named("mine");
    private final ConsumerLines lines;

    ReportCollector() {
        JudgedProbe.of(probe).listen(this);
        lines = ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT);
    }

    ConsumerLines lines() {
        return lines;
    }

    void stopListening() {
        JudgedProbe.of(probe).stopListening(this);
    }

    /** Fails if no report arrives for 30 s. */
    List<String> awaitReports(int count) throws InterruptedException {
        List<String> receivedReports = new ArrayList<>();
        while (receivedReports.size() < count) {
            String report = reports.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (report == null) {
                throw new AssertionError("only " + receivedReports);
            }
            receivedReports.add(report);
        }
        return receivedReports;
    }

    /** The remarks become part of the verdict's reason. */
    List<String> remarks() {
        return Stream.concat(
                        lineReaders.stream().flatMap(runLines -> runLines.tornReason(gtid -> true).stream()),
                        JudgedProbe.of(probe).remarks().stream())
                .toList();
    }

    boolean isEmpty() {
        return reports.isEmpty();
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
    public void recordPosition(String file, long position, ChangeTimes times) {
        reports.add(file + ":" + position);
    }

    @Override
    public void recordRow(String table, String key, long sequence, ChangeTimes times) {
        reports.add(table + " " + key + " " + sequence);
    }

    @Override
    public void onLines(long count, long unreadable, boolean change, @Nullable String first) {}

    @Override
    public void onBytes(long count) {}

    @Override
    public void onEvents(long count) {}

    @Override
    public void onFailure(Throwable cause) {
        reports.add("failed: " + cause.getMessage());
    }

    @Override
    public void onEnd() {
        reports.add("ended");
    }
}
