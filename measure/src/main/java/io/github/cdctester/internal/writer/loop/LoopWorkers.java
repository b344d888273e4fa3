// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.mysql.Response;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Pacer;
import io.github.cdctester.internal.writer.Workers;
import io.github.cdctester.internal.writer.commit.AcknowledgedGtids;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Workers without their own threads. Each event loop serves about the same number of workers. */
final class LoopWorkers implements Workers {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

    private final NativeClient client;
    private final Connector connector;
    private final List<EventLoop> loops = new ArrayList<>();

    LoopWorkers(NativeClient client, LoadContext context, int firstWorker, int count) {
        this.client = client;
        connector = new Connector(client, count, client.workload().transactionsPerConnection() > 0);
        int loopTotal = loopCount(count, context.pacer().isOpenLoop());
        try {
            for (int loopNumber = 0; loopNumber < loopTotal; loopNumber++) {
                loops.add(new EventLoop(context, connector, client.pieces(), listener(client.tracking()), loopNumber));
            }
            for (int i = 0; i < count; i++) {
                EventLoop loop = loops.get(i % loopTotal);
                loop.add(new LoopWorker(
                        loop,
                        context,
                        client.workload().transactions(firstWorker + i),
                        client.workload().transactionsPerConnection()));
            }
        } catch (RuntimeException | Error e) {
            loops.forEach(EventLoop::close);
            throw e;
        }
    }

    /**
     * In an open loop, more event loops reduce the highest latencies: a thread that lost its processor delays fewer
     * transactions.
     */
    private static int loopCount(int connections, boolean isOpenLoop) {
        int processors = Runtime.getRuntime().availableProcessors();
        return Math.min(connections, isOpenLoop ? 2 * processors : processors);
    }

    private static Response.StateListener listener(@Nullable CommitTracking tracking) {
        if (tracking == null) {
            return (packet, length) -> {};
        }
        AcknowledgedGtids gtids = new AcknowledgedGtids(tracking.sink());
        return gtids::parse;
    }

    @Override
    public void start() {
        loops.forEach(EventLoop::start);
    }

    @Override
    public void wakeAll() {
        loops.forEach(EventLoop::wake);
    }

    @Override
    public void cancel() {
        for (EventLoop loop : loops) {
            for (LoopWorker worker : loop.workers()) {
                long connectionId = worker.cancel();
                if (connectionId != 0) {
                    connector.interrupt(connectionId);
                }
            }
        }
    }

    @Override
    public double[] takenPositions() {
        return DoubleStream.concat(
                        loops.stream().mapToDouble(EventLoop::pendingPosition),
                        loops.stream().flatMap(loop -> loop.workers().stream()).mapToDouble(LoopWorker::position))
                .filter(position -> position != Pacer.NO_POSITION)
                .toArray();
    }

    @Override
    public void close() {
        loops.forEach(EventLoop::close);
        FirstFailure failures = new FirstFailure();
        failures.run(connector::close);
        loops.forEach(loop -> failures.run(() -> awaitEnd(loop)));
        failures.run(client::close);
        failures.rethrow();
    }

    private static void awaitEnd(EventLoop loop) {
        for (Thread thread : loop.threads()) {
            if (!Threads.await(thread, CLOSE_TIMEOUT)) {
                throw new RunFailedException(
                        thread.getName() + " did not end within " + CLOSE_TIMEOUT.toSeconds() + " s");
            }
        }
    }
}
