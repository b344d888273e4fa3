// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.Workers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class EventLoopTest extends LoopLoads {

    /** A second start of a timer fails like a timer for which no thread can be started. */
    @Test
    @Timeout(30)
    void endsIfTimerCannotStart() throws Exception {
        try (FakeServer server = new FakeServer((connection, command) -> OK);
                NativeClient client = NativeClient.open(server.endpoint(sslMode), AUTOCOMMIT, null)) {
            Connector connector = new Connector(client, 1, false);
            EventLoop loop = new EventLoop(context(client), connector, client.pieces(), (packet, length) -> {}, 0);
            loop.threads().get(1).start();
            assertThatThrownBy(loop::start).isInstanceOf(IllegalThreadStateException.class);
            loop.close();
            assertThat(loop.threads()).allMatch(thread -> Threads.await(thread, Duration.ofSeconds(5)));
            connector.close();
        }
    }

    private LoadContext context(NativeClient client) {
        AtomicReference<LoadContext> createdContext = new AtomicReference<>();
        Workers.Factory factory = (context, firstWorker, count) -> {
            createdContext.set(context);
            return client.of(context, firstWorker, count);
        };
        new LoadDriver(
                factory,
                LoadSpec.closedLoop(1),
                LoadSpec.IgnoredErrors.DEFAULT,
                sink,
                System::nanoTime,
                0,
                LoadShare.ALL);
        return createdContext.get();
    }
}
