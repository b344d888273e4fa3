// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.Fill;
import io.github.cdctester.internal.cluster.message.Message.FillMessage;
import io.github.cdctester.internal.cluster.message.Message.Follow;
import io.github.cdctester.internal.cluster.message.Message.Hello;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.PoolClosed;
import io.github.cdctester.internal.cluster.message.Message.PoolMessage;
import io.github.cdctester.internal.cluster.message.Message.ProcessUsage;
import io.github.cdctester.internal.cluster.message.Message.Refused;
import io.github.cdctester.internal.cluster.message.Message.StreamMessage;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.transport.Transport;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.run.outcome.TesterUsage;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node that works for one coordinator at a time. When that leaves or is lost, all its tasks end. */
public final class WorkerNode implements Transport.Receiver, AutoCloseable {

    private final String version;
    private final NanoClock clock;
    private final Consumer<String> log;
    private final Map<Integer, WorkerPoolTask> pools = new ConcurrentHashMap<>();
    private final Map<Integer, StreamTask> streams = new ConcurrentHashMap<>();
    private volatile LedgerMemory memory = LedgerMemory.ofThisProcess();
    private volatile Map<WorkloadSpec, Workload> workloads = new ConcurrentHashMap<>();

    /** Tasks that end because their coordinator has left. */
    private final Set<NodeTask> leaving = ConcurrentHashMap.newKeySet();

    private final Map<Integer, FillTask> fillings = new ConcurrentHashMap<>();
    private volatile ProcessUsage usage;
    private volatile @Nullable Transport transport;
    private volatile @Nullable Peer coordinator;
    private @Nullable Hello greeting;
    private volatile boolean served;
    private volatile long heardNanos;
    private volatile long patienceNanos;

    /** Creates a node that needs a transport yet. */
    public WorkerNode(String version, NanoClock clock, Consumer<String> log) {
        this.version = version;
        this.clock = clock;
        this.log = log;
        usage = usage(clock);
    }

    /** Sets how the node answers; before the first message. */
    public void on(Transport toCoordinators) {
        transport = toCoordinators;
    }

    @Override
    public void received(Peer from, Message message) {
        if (message instanceof Hello hello) {
            send(from, greet(from, hello));
            return;
        }
        if (!from.equals(coordinator)) {
            return; // a coordinator that was refused, or was given up
        }
        heardNanos = clock.nanoTime();
        if (message instanceof Ping ping) {
            pong(from, ping);
        } else if (message instanceof FillMessage asked) {
            if (message instanceof Fill fill) {
                begin(fill, from);
            }
            forward(fillings.get(asked.filling()), message);
        } else if (message instanceof CreatePool create) {
            pools.computeIfAbsent(
                            create.pool(),
                            number ->
                                    begun(new WorkerPoolTask(number, workloads, answer -> answer(from, answer), clock)))
                    .ask(create);
        } else if (message instanceof StreamMessage asked) {
            if (message instanceof Follow) {
                streams.computeIfAbsent(
                        asked.stream(), number -> begun(new StreamTask(number, memory, answer -> send(from, answer))));
            }
            forward(streams.get(asked.stream()), message);
        } else if (message instanceof PoolMessage asked) {
            forward(pools.get(asked.pool()), message);
        }
    }

    /** Reading the usage takes longer than an answer may take, so the next one has it. */
    private void pong(Peer to, Ping ping) {
        send(to, new Pong(ping.number(), clock.nanoTime(), EpochMicrosClock.SYSTEM.epochMicros(), usage));
        usage = usage(clock);
    }

    private void begin(Fill part, Peer coordinator) {
        if (part.step() == 0) {
            log.accept("fills tables of " + part.load() + ": pieces " + (part.firstPiece() + 1) + " to "
                    + (part.firstPiece() + part.pieces()) + " of " + part.allPieces());
        }
        fillings.values().removeIf(one -> !one.isAlive());
        fillings.put(part.filling(), begun(new FillTask(part, answer -> send(coordinator, answer), clock)));
    }

    private static <T extends NodeTask> T begun(T task) {
        task.begin();
        return task;
    }

    private static void forward(@Nullable NodeTask task, Message message) {
        if (task != null) {
            task.ask(message);
        }
    }

    private synchronized Message greet(Peer from, Hello hello) {
        if (!hello.version().equals(version)) {
            log.accept("refused " + from.address() + ": it is cdc-tester " + hello.version() + ", this is " + version);
            return new Refused("it is cdc-tester " + version + ", and this is " + hello.version());
        }
        Peer other = coordinator;
        if (other != null && !other.equals(from)) {
            Hello first = greeting;
            if (first != null && first.coordinator().equals(hello.coordinator())) {
                log.accept("refused " + from.address() + ": it calls this node twice, as " + first.calledAs() + " and "
                        + hello.calledAs());
                return new Refused("it is the same node as " + first.calledAs() + ": name each worker node once");
            }
            log.accept("refused " + from.address() + ": busy for " + other.address());
            return new Refused("it works for " + other.address() + " already");
        }
        heardNanos = clock.nanoTime();
        patienceNanos = hello.patienceMillis() * 1_000_000;
        memory = LedgerMemory.ofThisProcess();
        workloads = new ConcurrentHashMap<>();
        coordinator = from;
        greeting = hello;
        log.accept("works for " + from.address());
        return new Welcome(
                version,
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors());
    }

    /** Gives up a coordinator that has been silent for too long. */
    void look() {
        Peer own = coordinator;
        long silent = clock.nanoTime() - heardNanos;
        if (own != null && silent > patienceNanos) {
            disconnected(own, String.format(Locale.ROOT, "it was silent for %.1f s", silent / 1e9));
            Transport open = transport;
            if (open != null) {
                open.disconnect(own);
            }
        }
    }

    @Override
    public synchronized void disconnected(Peer who, String why) {
        if (who.equals(coordinator)) {
            coordinator = null;
            served = true;
            String what = pools.isEmpty() && !streams.isEmpty() ? "; its streams" : "; its workers";
            List<NodeTask> left = tasks();
            pools.clear();
            streams.clear();
            left.forEach(NodeTask::close);
            leaving.removeIf(work -> !work.isAlive());
            leaving.addAll(left);
            fillings.clear();
            log.accept(who.address() + " has left" + (why.isEmpty() ? "" : ": " + why)
                    + (left.isEmpty() ? "" : what + " here end, and their connections are closed"));
        }
    }

    private List<NodeTask> tasks() {
        List<NodeTask> all = new ArrayList<>(pools.values());
        all.addAll(streams.values());
        fillings.values().stream().filter(FillTask::isAlive).forEach(all::add);
        return all;
    }

    static ProcessUsage usage(NanoClock clock) {
        TesterUsage used = TesterUsage.now();
        return new ProcessUsage(clock.nanoTime(), used.cpuNanos(), used.gcMillis(), TesterUsage.maxHeapBytes());
    }

    /** Whether a coordinator came and has left. */
    boolean hasServed() {
        return served;
    }

    /** A pool may end after its coordinator has left, when the next one has a pool of the same number. */
    private void answer(Peer to, Message message) {
        synchronized (this) {
            if (message instanceof PoolClosed gone && to.equals(coordinator)) {
                pools.remove(gone.pool());
            }
        }
        send(to, message);
    }

    private void send(Peer to, Message message) {
        Transport open = transport;
        if (open != null) {
            open.send(to, message);
        }
    }

    /** Ends all workers, and waits for them. */
    @Override
    public void close() throws InterruptedException {
        List<NodeTask> left = tasks();
        left.forEach(NodeTask::close);
        leaving.addAll(left);
        for (NodeTask work : leaving) {
            work.join();
        }
    }
}
