// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** A line is a GTID, {@code file:position}, or {@code table,key,sequence}. */
public final class ReportPrinter implements JudgedProbe.Listener {

    @FunctionalInterface
    public interface Sink {
        void print(String line) throws IOException;
    }

    private final Sink sink;

    private ReportPrinter(Sink sink) {
        this.sink = sink;
    }

    public static JudgedProbe.Listener to(Sink sink) {
        return new ReportPrinter(sink);
    }

    public static ConnectorConsumer follow(TestServer server, Identity identity, Sink sink) {
        ConsumerProbe probe = ConsumerProbe.named("printing");
        JudgedProbe.of(probe).listen(new ReportPrinter(sink));
        return ConnectorConsumer.follow(server, probe, identity, number -> false);
    }

    private void print(String line) {
        try {
            sink.print(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the connector logs the exception and continues
        }
    }

    @Override
    public void recordTransaction(String gtid, ChangeTimes times) {
        print(gtid);
    }

    @Override
    public void recordPosition(String file, long position, ChangeTimes times) {
        print(file + ":" + position);
    }

    @Override
    public void recordRow(String table, String key, long sequence, ChangeTimes times) {
        print(table + "," + key + "," + sequence);
    }

    @Override
    public void onLines(long count, long unreadable, boolean change, @Nullable String first) {}

    @Override
    public void onBytes(long count) {}

    @Override
    public void onEvents(long count) {}

    @Override
    public void onFailure(Throwable cause) {}

    @Override
    public void onEnd() {}
}
