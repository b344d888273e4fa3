// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.transport.Transport;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.run.outcome.ProcessUsage;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node that works for one coordinator at a time. If that coordinator leaves, all its tasks end. */
public final class WorkerNode implements Transport.Receiver<Peer>, AutoCloseable {

    private static final int MAX_TASKS = 4_096;
    private static final long CHECK_NANOS = 500_000_000;

    /** A longer gap between two checks means that this process was paused. */
    private static final long MIN_PAUSE_NANOS = 2_000_000_000;

    private final String version;
    private final NanoClock clock;
    private final Consumer<String> log;
    private final Map<Integer, NodeTask> tasks = new ConcurrentHashMap<>();
    private volatile LedgerMemory memory = LedgerMemory.ofThisProcess();
    private volatile Map<WorkloadSpec, Workload> workloads = new ConcurrentHashMap<>();

    /** Tasks whose coordinator has left, or all tasks while this node closes. */
    private final Set<NodeTask> leavingTasks = ConcurrentHashMap.newKeySet();

    private volatile Message.ProcessUsage usage;
    private volatile @Nullable Transport<Peer> transport;
    private volatile @Nullable Peer coordinator;
    private Message.@Nullable Hello greeting;
    volatile boolean hasServedCoordinator;

    private boolean isClosing;

    private volatile long lastMessageNanos;
    private volatile long timeoutNanos;
    private long lastCheckNanos;

    public WorkerNode(String version, NanoClock clock, Consumer<String> log) {
        this.version = version;
        this.clock = clock;
        this.log = log;
        usage = usage(clock);
        lastMessageNanos = clock.nanoTime();
        lastCheckNanos = lastMessageNanos;
    }

    /** Must be called before the first message. */
    public void setTransport(Transport<Peer> toCoordinators) {
        transport = toCoordinators;
    }

    @Override
    public void received(Peer from, Message message) {
        if (message instanceof Message.Hello hello) {
            send(from, greet(from, hello));
            return;
        }
        if (!from.equals(coordinator)) {
            return; // refused or given up
        }
        lastMessageNanos = clock.nanoTime();
        if (message instanceof Message.Ping ping) {
            pong(from, ping);
        } else if (message instanceof Message.TaskMessage request) {
            NodeTask task = findOrStart(from, request);
            if (task != null) {
                task.onMessage(request);
            }
        }
    }

    /** Sends the usage read after the previous ping, because reading it now would delay the reply. */
    private void pong(Peer recipient, Message.Ping ping) {
        send(
                recipient,
                new Message.Pong(ping.sentNanos(), clock.nanoTime(), EpochMicrosClock.SYSTEM.epochMicros(), usage));
        usage = usage(clock);
    }

    /** Starts the task if the message requests it. Returns {@code null} without a task, or if the coordinator has left. */
    private synchronized @Nullable NodeTask findOrStart(Peer from, Message.TaskMessage message) {
        if (!from.equals(coordinator)) {
            return null;
        }
        tasks.values().removeIf(NodeTask::isOver);
        return isClosing
                ? tasks.get(message.task())
                : tasks.computeIfAbsent(message.task(), number -> start(from, message));
    }

    private @Nullable NodeTask start(Peer from, Message.TaskMessage message) {
        Consumer<Message> answers = answer -> send(from, answer);
        NodeTask task = null;
        if (tasks.size() >= MAX_TASKS) {
            throw new IllegalArgumentException("more than " + MAX_TASKS + " tasks");
        }
        if (message instanceof Message.CreatePool) {
            task = new WorkerPoolTask(message.task(), workloads, answers, clock, WorkerPoolTask::connect);
        } else if (message instanceof Message.Follow) {
            task = new StreamTask(message.task(), memory, answers);
        } else if (message instanceof Message.JoinGroup group) {
            task = new GroupTask(group, answers);
        } else if (message instanceof Message.Fill part) {
            if (part.step() == 0) {
                long piecesBefore = part.share().sumBefore(part.allPieces());
                log.accept("fills tables of " + part.load() + ": pieces " + (piecesBefore + 1) + " to "
                        + (piecesBefore + part.share().part(part.allPieces())) + " of " + part.allPieces());
            }
            task = new FillTask(part, answers, clock);
        }
        if (task != null) {
            task.begin();
        }
        return task;
    }

    private synchronized Message greet(Peer from, Message.Hello hello) {
        if (!hello.version().equals(version)) {
            return refuse(
                    from,
                    "it is cdc-tester " + hello.version() + ", this is " + version,
                    "it is cdc-tester " + version + ", and this is " + hello.version());
        }
        Peer current = coordinator;
        if (current != null && !current.equals(from)) {
            Message.Hello firstGreeting = greeting;
            if (firstGreeting != null && firstGreeting.coordinator().equals(hello.coordinator())) {
                return refuse(
                        from,
                        "it calls this node twice, as " + firstGreeting.calledAs() + " and " + hello.calledAs(),
                        "it is the same node as " + firstGreeting.calledAs() + ": name each worker node once");
            }
            return refuse(from, "busy for " + current.address(), "it works for " + current.address() + " already");
        }
        lastMessageNanos = clock.nanoTime();
        timeoutNanos = hello.timeoutMillis() * 1_000_000;
        memory = LedgerMemory.ofThisProcess();
        workloads = new ConcurrentHashMap<>();
        coordinator = from;
        greeting = hello;
        log.accept("works for " + from.address());
        return new Message.Welcome(
                version,
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors());
    }

    private Message refuse(Peer from, String logReason, String replyReason) {
        log.accept("refused " + from.address() + ": " + logReason);
        return new Message.Refused(replyReason);
    }

    void check() {
        Peer current = coordinator;
        long now = clock.nanoTime();
        if (now - lastCheckNanos > MIN_PAUSE_NANOS && current != null) {
            lastMessageNanos = now; // this process was paused, so the silence is not the coordinator's fault
        }
        lastCheckNanos = now;
        long silentNanos = now - lastMessageNanos;
        if (current != null && silentNanos > timeoutNanos) {
            disconnected(current, String.format(Locale.ROOT, "it was silent for %.1f s", silentNanos / 1e9));
            Transport<Peer> currentTransport = transport;
            if (currentTransport != null) {
                currentTransport.disconnect(current);
            }
        }
    }

    @Override
    public synchronized void disconnected(Peer who, String why) {
        if (who.equals(coordinator)) {
            coordinator = null;
            hasServedCoordinator = true;
            List<NodeTask> endingTasks =
                    tasks.values().stream().filter(task -> !task.isOver()).toList();
            tasks.clear();
            endingTasks.forEach(NodeTask::close);
            leavingTasks.removeIf(NodeTask::isOver);
            leavingTasks.addAll(endingTasks);
            String taskName = endingTasks.stream().allMatch(StreamTask.class::isInstance) ? "streams" : "workers";
            log.accept(who.address() + " has left" + (why.isEmpty() ? "" : ": " + why)
                    + (endingTasks.isEmpty()
                            ? ""
                            : "; its " + taskName + " here end, and their connections are closed"));
        }
    }

    static Message.ProcessUsage usage(NanoClock clock) {
        ProcessUsage used = ProcessUsage.now();
        return new Message.ProcessUsage(
                clock.nanoTime(), used.cpuNanos(), used.gcMillis(), ProcessUsage.maxHeapBytes());
    }

    /**
     * Serves coordinators, one after the other.
     *
     * @param once true to return after the first coordinator
     * @param maxIdle maximum wait for a coordinator; {@code null} for no limit
     * @return false if no coordinator came within {@code maxIdle}
     */
    public boolean serve(StopSignal stop, boolean once, @Nullable Duration maxIdle) throws InterruptedException {
        while (!stop.await(CHECK_NANOS) && !(once && hasServedCoordinator)) {
            check();
            if (maxIdle != null && coordinator == null && clock.nanoTime() - lastMessageNanos > maxIdle.toNanos()) {
                return hasServedCoordinator;
            }
        }
        return true;
    }

    private void send(Peer recipient, Message message) {
        Transport<Peer> currentTransport = transport;
        if (currentTransport != null) {
            currentTransport.send(recipient, message);
        }
    }

    @Override
    public void close() throws InterruptedException {
        synchronized (this) { // no task starts after this
            isClosing = true;
            leavingTasks.addAll(tasks.values());
        }
        leavingTasks.forEach(NodeTask::close);
        for (NodeTask task : leavingTasks) {
            task.join();
        }
    }
}
