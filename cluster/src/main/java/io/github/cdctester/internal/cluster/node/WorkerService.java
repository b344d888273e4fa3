// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.cluster.link.GrpcWorkerLink;
import io.github.cdctester.internal.cluster.link.NewSecret;
import io.github.cdctester.internal.cluster.link.NodeSecret;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.ToolInfo;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A worker node that listens. */
public final class WorkerService implements AutoCloseable {

    private static final long LOOK_NANOS = 500_000_000L;

    private final GrpcWorkerLink link;
    private final WorkerNode node;
    private final InetSocketAddress address;

    private WorkerService(GrpcWorkerLink link, WorkerNode node, InetSocketAddress address) {
        this.link = link;
        this.node = node;
        this.address = address;
    }

    /**
     * Listens.
     *
     * @param bind where
     * @param secretFile what coordinators have to have too
     * @param log is told, in a line each, what an operator wants to know
     * @return the node
     * @throws io.github.cdctester.failure.InvalidPlanException if the file with the secret is none
     * @throws io.github.cdctester.failure.RunFailedException if it cannot listen there
     */
    public static WorkerService start(InetSocketAddress bind, Path secretFile, Consumer<String> log) {
        WorkerNode node = new WorkerNode(ToolInfo.current("").version(), NanoClock.SYSTEM, log);
        GrpcWorkerLink link = new GrpcWorkerLink(bind, NodeSecret.read(secretFile), node, log);
        node.on(link);
        return new WorkerService(link, node, new InetSocketAddress(bind.getAddress(), link.port()));
    }

    /**
     * Makes a secret that all nodes and their coordinators are to share.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if the file exists or cannot be written
     * @throws io.github.cdctester.failure.RunFailedException if keytool cannot be run
     */
    public static void newSecret(Path file) throws InterruptedException {
        NewSecret.write(file);
    }

    /**
     * Tells where it listens.
     *
     * @return the address, with the port that was free where none was given
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Writes for whoever comes.
     *
     * @param stop ends it when it is raised
     * @param once whether it ends when the first coordinator has left as well
     * @throws InterruptedException if the thread is interrupted
     */
    public void serve(StopSignal stop, boolean once) throws InterruptedException {
        while (!stop.await(LOOK_NANOS) && !(once && node.hasServed())) {
            node.look();
        }
    }

    @Override
    public void close() throws InterruptedException {
        node.close();
        link.close();
    }
}
