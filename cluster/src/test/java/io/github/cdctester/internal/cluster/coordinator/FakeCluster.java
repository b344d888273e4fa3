// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.internal.writer.commit.RemoteCommits;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A coordinator with fake nodes, and a clock that the test advances. */
final class FakeCluster {

    static final long SECOND = 1_000_000_000;
    static final long MILLI = 1_000_000;

    /** Round-trip time of a clock query. */
    static final long ROUND_TRIP_NANOS = 2 * MILLI;

    /** The clock of node n, from 1, is ahead of the coordinator's clock by n times this duration. */
    static final long AHEAD_NANOS = 1_000 * SECOND;

    final AtomicLong nanos = new AtomicLong(77 * SECOND);
    /** Time by which the clock advances on each reading. */
    long stepNanos;

    final FakeNodes transport = new FakeNodes();
    final List<Note> notes = new ArrayList<>();
    final WriteMeter meter;
    final Coordinator coordinator;
    private final Workload workload = Workloads.workloadOf(Sysbench.oltpInsert());
    private final LoadSpec load;
    private final Plan plan;
    private @Nullable CommitTracking tracking;
    private @Nullable RemoteCommits remoteCommits;

    FakeCluster(LoadSpec load, boolean toleratesLoss, String... addresses) {
        this(load, workerNodes(toleratesLoss, addresses.length), addresses);
    }

    /** Creates a cluster that late nodes may join. */
    static FakeCluster elastic(LoadSpec load, String... addresses) {
        return new FakeCluster(load, workerNodes(true, addresses.length).takingLateNodes(), addresses);
    }

    FakeCluster(LoadSpec load, WorkerNodes workerNodes, String... addresses) {
        this.load = load;
        plan = plan(load);
        meter = new WriteMeter(workload.transactionKinds(), load instanceof LoadSpec.OpenLoop);
        List<RemoteNode> nodes = Stream.of(addresses)
                .map(address -> new RemoteNode(address, address, address, true, false))
                .toList();
        coordinator = new Coordinator(workerNodes, plan, this::nanoTime, new RunListener() {
            @Override
            public void note(Note note) {
                notes.add(note);
            }
        });
        coordinator.nodes.addAll(nodes);
        transport.setCoordinator(coordinator);
        coordinator.setTransport(transport);
        for (int i = 0; i < nodes.size(); i++) {
            RemoteNode node = nodes.get(i);
            long now = nanos.get();
            node.welcome = new Welcome("1", "17", 2);
            long nodeNanos = now - ROUND_TRIP_NANOS / 2 + (i + 1) * AHEAD_NANOS;
            while (!node.isReady()) {
                node.recordPong(new Pong(now - ROUND_TRIP_NANOS, nodeNanos, 0, MessageSamples.USAGE), now, 0);
            }
            node.lastMessageNanos = now;
        }
    }

    /** Returns worker nodes with placeholder addresses. */
    static WorkerNodes workerNodes(boolean toleratesLoss, int count) {
        WorkerNodes nodes = WorkerNodes.of(
                IntStream.rangeClosed(1, count)
                        .mapToObj(port -> new InetSocketAddress("127.0.0.1", port))
                        .toList(),
                List.of(),
                Path.of("none"));
        return toleratesLoss ? nodes.toleratingLoss() : nodes;
    }

    private long nanoTime() {
        return nanos.getAndAdd(stepNanos);
    }

    static Plan plan(LoadSpec load) {
        return Plan.of(
                Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "geheim"),
                Window.DEFAULT,
                List.of(NamedLoad.of(Sysbench.oltpInsert(), load)));
    }

    void trackCommits(CommitTracking commits) {
        tracking = commits;
    }

    /** Makes the load stamp its rows and report each commit. */
    void judgeConsumers(Stamps stamps, RemoteCommits received) {
        meter.stampRows(stamps);
        remoteCommits = received;
    }

    /** Adds a node that has joined late at an address. */
    RemoteNode addReplacement(String address) {
        RemoteNode replacement = new RemoteNode(address, address, address, true, false);
        replacement.welcome = new Welcome("1", "17", 2);
        long now = nanos.get();
        replacement.recordPong(new Pong(now, now, 0, MessageSamples.USAGE), now, 0);
        replacement.lastMessageNanos = now;
        coordinator.nodes.add(replacement);
        return replacement;
    }

    RemoteNode node(String address) {
        return coordinator.nodes.stream()
                .filter(node -> node.address.equals(address))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the requests to these nodes to take over a part. */
    List<CreatePool> takeovers(String... nodes) {
        return Arrays.stream(nodes)
                .flatMap(node -> transport.sentTo(node, CreatePool.class).stream())
                .filter(pool -> pool.part().takeover() > 0)
                .toList();
    }

    /** Waits for the end of the pool, which sends its notes then, and returns the notes with this code. */
    List<Note> notes(WorkerPool pool, Code code) throws InterruptedException {
        pool.awaitEnd(0);
        return notes.stream().filter(note -> note.code() == code).toList();
    }

    WorkerPool createPool() throws InterruptedException {
        return createPool(0);
    }

    WorkerPool createPool(int firstWorker) throws InterruptedException {
        return coordinator.of(new WorkerPool.Spec(
                NamedLoad.of(Sysbench.oltpInsert(), load),
                workload,
                firstWorker,
                LoadSpec.IgnoredErrors.DEFAULT,
                meter,
                tracking,
                remoteCommits));
    }
}
