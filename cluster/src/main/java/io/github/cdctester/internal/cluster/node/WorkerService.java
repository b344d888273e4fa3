// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.cluster.transport.GrpcWorkerTransport;
import io.github.cdctester.internal.cluster.transport.SharedSecret;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.ToolInfo;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker node that listens. */
public final class WorkerService implements AutoCloseable {

    private static final long LOOK_NANOS = 500_000_000L;

    private final GrpcWorkerTransport transport;
    private final WorkerNode node;
    private final InetSocketAddress address;

    private WorkerService(GrpcWorkerTransport transport, WorkerNode node, InetSocketAddress address) {
        this.transport = transport;
        this.node = node;
        this.address = address;
    }

    /**
     * Listens for coordinators.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if the secret cannot be read
     */
    public static WorkerService start(InetSocketAddress bind, Path secretFile, Consumer<String> log) {
        WorkerNode node = new WorkerNode(ToolInfo.current("").version(), NanoClock.SYSTEM, log);
        GrpcWorkerTransport transport = new GrpcWorkerTransport(bind, SharedSecret.read(secretFile), node, log);
        node.on(transport);
        return new WorkerService(transport, node, new InetSocketAddress(bind.getAddress(), transport.port()));
    }

    /** The address, with the port that was free where 0 was asked for. */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Serves coordinators, one after the other.
     *
     * @param once whether to serve one only
     * @param idle how long to wait for the first or the next one; {@code null} for ever
     * @return false where none came in time
     */
    public boolean serve(StopSignal stop, boolean once, @Nullable Duration idle) throws InterruptedException {
        while (!stop.await(LOOK_NANOS) && !(once && node.hasServed())) {
            node.look();
            if (idle != null && node.idleNanos() > idle.toNanos()) {
                return node.hasServed();
            }
        }
        return true;
    }

    @Override
    public void close() throws InterruptedException {
        node.close();
        transport.close();
    }
}
