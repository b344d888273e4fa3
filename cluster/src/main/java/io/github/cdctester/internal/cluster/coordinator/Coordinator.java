// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.transport.Transport;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.report.NodeFiles;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.run.stream.StreamReading;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.Workload;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Manages the worker nodes of a run and their tasks. */
final class Coordinator implements WorkerPool.Factory, StreamReading.Factory, Transport.Receiver<RemoteNode> {

    /** Minimum time from a start request to the start. {@link #leadNanos()} adds twice a slow recent round trip. */
    private static final long LEAD_NANOS = 50_000_000;

    /** Limits the added time, so that one slow reply does not delay the start for long. */
    private static final long MAX_EXTRA_LEAD_NANOS = 1_000_000_000;

    /** Each late node has a reserved part of the workload's number sequences. */
    private static final int MAX_LATE_NODES = 16;

    private static final int MAX_JAVA_VERSION_LENGTH = 100;

    private final String version = ToolInfo.current("").version();

    final List<RemoteNode> nodes = new CopyOnWriteArrayList<>();

    private final WorkerNodes workerNodes;
    final NanoClock clock;
    final Plan plan;
    private final RunListener listener;
    final ClusterNotes notes = new ClusterNotes();
    private final List<RemoteReading> readings = new CopyOnWriteArrayList<>();
    private final List<RemoteGroup> groups = new CopyOnWriteArrayList<>();
    private final Map<Integer, RemoteTask> tasks = new ConcurrentHashMap<>();
    private final AtomicInteger lastTaskNumber = new AtomicInteger();
    private volatile @Nullable Transport<RemoteNode> transport;
    /** Set before the first pool is created. */
    @Nullable
    NodeFiles files;

    Coordinator(WorkerNodes workerNodes, Plan plan, NanoClock clock, RunListener listener) {
        this.workerNodes = workerNodes;
        this.plan = plan;
        this.clock = clock;
        this.listener = listener;
    }

    @Override
    public void startLineReaders(List<ConsumerProbe> probes, StopSignal stop, Resources resources)
            throws InterruptedException {
        List<RemoteNode> readers = readers();
        probes.stream()
                .map(JudgedProbe::of)
                .forEach(probe -> probe.nodesSource()
                        .ifPresent(source -> groups.add(resources.add(new RemoteGroup(this, probe, source, readers)))));
        groups.forEach(RemoteGroup::begin);
        for (RemoteGroup group : groups) {
            listener.step("the worker nodes join a consumer group");
            group.awaitJoined(stop);
        }
    }

    @Override
    public void failIfBroken() {
        groups.forEach(RemoteGroup::failIfBroken);
        notifyListener();
    }

    @Override
    public void announceWindow(long atNanos) {
        if (files != null) {
            files.startMeasuring(atNanos, Instant.now().plusNanos(atNanos - clock.nanoTime()));
        }
    }

    void store(RemoteNode node, String load, long nanos, Message.WriteUpdate update) {
        if (files != null) {
            int number = 1 + writers().indexOf(node);
            files.write(number, node.address, load, nanos, update.counts(), update.durations());
        }
    }

    Optional<RunFailedException> storageFailure() {
        return files == null ? Optional.empty() : files.failure();
    }

    void setTransport(Transport<RemoteNode> toNodes) {
        transport = toNodes;
    }

    @Override
    public void disconnected(RemoteNode node, String why) {
        giveUp(node, "connection", why);
    }

    boolean toleratesLoss() {
        return workerNodes.lossTolerated();
    }

    boolean takesLateNodes() {
        return workerNodes.lateNodesTaken();
    }

    /** Returns true if another late node may be called; {@code joiningNodes} have been called, but have not joined. */
    boolean canTakeLateNode(long joiningNodes) {
        return takesLateNodes()
                && writers().size() + joiningNodes < workerNodes.addresses().size() + MAX_LATE_NODES;
    }

    /** The note about the loss gets {@code value} as an argument named {@code fact}. */
    void giveUp(RemoteNode node, String fact, Object value) {
        Note observed = Note.of(Note.Code.NODE_LOST, "node", node.address, fact, value);
        if (node.markLost(new NodeLoss(observed, workerNodes.platform().lossReason(node.name)))) {
            if (nodes.contains(node) && node.welcome != null) {
                notes.addLostNode(node);
            } else if (nodes.contains(node)) {
                notes.add(Note.of(Note.Code.NODE_ABSENT, "node", node.address, fact, value));
            }
            Transport<RemoteNode> currentTransport = transport;
            if (currentTransport != null) {
                currentTransport.disconnect(node);
            }
            notifyWaiters();
            tasks.values().stream().distinct().forEach(task -> task.onNodeLost(node));
        }
    }

    private synchronized void notifyWaiters() {
        notifyAll();
    }

    @Override
    public void received(RemoteNode node, Message message) {
        long now = clock.nanoTime();
        node.lastMessageNanos = now;
        if (message instanceof Message.Pong pong) {
            node.recordPong(pong, now, EpochMicrosClock.SYSTEM.epochMicros());
            node.meter.addUsage(pong.usage());
            completeHandshake(node);
        } else if (message instanceof Message.Welcome welcome) {
            if (!welcome.version().equals(version) || welcome.java().length() > MAX_JAVA_VERSION_LENGTH) {
                throw new IllegalArgumentException(
                        "it is cdc-tester " + welcome.version() + ", and this is " + version);
            }
            node.welcome = welcome;
            completeHandshake(node);
        } else if (message instanceof Message.Refused refused) {
            giveUp(node, RemoteNode.REFUSAL, refused.why());
        } else if (message instanceof Message.TaskMessage taskMessage) {
            RemoteTask task = tasks.get(taskMessage.task());
            if (task != null) {
                task.received(node, taskMessage);
            }
        }
    }

    private void completeHandshake(RemoteNode node) {
        if (!node.isReady()) {
            send(node, new Message.Ping(clock.nanoTime()));
        } else if (!nodes.contains(node)) {
            nodes.add(node);
        }
        notifyWaiters();
    }

    /** Must be called in the run's thread. */
    void notifyListener() {
        notes.takeNewNotes().forEach(listener::note);
    }

    List<RemoteNode> nodesSilentSince(long nanos) {
        return tasks.values().stream()
                .flatMap(task -> task.silentSince(nanos).stream())
                .distinct()
                .toList();
    }

    void pollStreams() {
        readings.forEach(RemoteReading::poll);
    }

    @Override
    public StreamReading of(
            StreamSpec stream, StreamReading.RequestedMeasurements measurements, @Nullable LedgerMemory memory) {
        List<RemoteNode> readers = readers();
        if (readers.isEmpty() || !groups.isEmpty()) {
            return StreamReading.Factory.LOCAL.of(stream, measurements, memory);
        }
        RemoteNode node = readers.get(readings.size() % readers.size());
        RemoteReading reading = new RemoteReading(this, node, stream, measurements, memory != null);
        readings.add(reading);
        return reading;
    }

    List<RemoteNode> requireAliveWriters() {
        List<RemoteNode> aliveNodes = aliveWriters();
        if (aliveNodes.isEmpty() || !toleratesLoss()) {
            writers().forEach(RemoteNode::failIfLost);
        }
        return aliveNodes;
    }

    /** If nodes may join late, returns the latest node of each listed address, even if that node is lost. */
    private List<RemoteNode> nodesSharingLoad() {
        List<RemoteNode> aliveNodes = requireAliveWriters();
        if (!takesLateNodes()) {
            return aliveNodes;
        }
        Map<String, RemoteNode> lastByHome = new LinkedHashMap<>();
        writers().forEach(node -> lastByHome.put(node.home, node));
        return List.copyOf(lastByHome.values());
    }

    private List<RemoteNode> writers() {
        return nodes.stream().filter(node -> node.writes).toList();
    }

    private List<RemoteNode> readers() {
        return nodes.stream().filter(node -> node.reads).toList();
    }

    List<RemoteNode> aliveWriters() {
        return writers().stream().filter(RemoteNode::isAlive).toList();
    }

    @Override
    public void check(NamedLoad load) {
        List<RemoteNode> nodesOfLoad = nodesSharingLoad();
        checkThreads(load, nodesOfLoad);
        List<RemoteNode> writers = writers();
        int lastIndex = nodesOfLoad.stream().mapToInt(writers::indexOf).max().orElse(0);
        load.workload().checkProcesses(1 + lastIndex);
    }

    private static void checkThreads(NamedLoad load, List<RemoteNode> nodesOfLoad) {
        int threads = load.load().threads();
        int nodeCount = nodesOfLoad.size();
        if (threads < nodeCount) {
            throw new RunFailedException("there are " + nodeCount + " worker nodes, but " + load.name() + " has "
                    + threads + (threads == 1 ? " thread" : " threads") + ": give each node at least one");
        }
    }

    @Override
    public Optional<TableFilling.Fillers> fillers(Plan preparedPlan, NamedLoad load) {
        return Optional.of(new RemoteFillers(this, preparedPlan, load));
    }

    @Override
    public WorkerPool of(WorkerPool.Spec spec) throws InterruptedException {
        List<RemoteNode> nodesOfLoad = nodesSharingLoad();
        checkThreads(spec.load(), nodesOfLoad);
        if (spec.workload() instanceof TableWorkload shared) {
            shared.warehousesIfTooFew(nodesOfLoad.size())
                    .ifPresent(warehouses -> notes.add(Note.of(
                            Note.Code.NODES_SHARE_ROWS, "nodes", nodesOfLoad.size(), "warehouses", warehouses)));
            notifyListener();
        }
        RemoteWorkerPool pool = new RemoteWorkerPool(this, spec, nodesOfLoad);
        try {
            pool.create();
        } catch (RuntimeException | Error | InterruptedException e) {
            pool.close();
            throw e;
        }
        return pool;
    }

    /** Returns a node's part of the number sequences, if any. Lost nodes keep their part, so that the parts do not change. */
    @Nullable
    SharedNumbers partOfNumbers(Workload workload, RemoteNode node) {
        return workload instanceof TableWorkload shared
                ? shared.numbers()
                        .forProcess(
                                writers().indexOf(node),
                                workerNodes.addresses().size() + (takesLateNodes() ? MAX_LATE_NODES : 0))
                : null;
    }

    void send(RemoteNode node, Message message) {
        Transport<RemoteNode> currentTransport = transport;
        if (currentTransport != null && node.isAlive()) {
            currentTransport.send(node, message);
        }
    }

    int nextTaskNumber() {
        return lastTaskNumber.incrementAndGet();
    }

    void register(int number, RemoteTask task) {
        tasks.put(number, task);
    }

    void unregister(RemoteTask task) {
        tasks.values().removeIf(task::equals);
    }

    List<NodeSummary> summaries() {
        return nodes.stream()
                .filter(node -> node.welcome != null)
                .map(node -> node.meter.summary(
                        node,
                        readings.stream()
                                .filter(reading -> reading.node == node)
                                .map(reading -> reading.stream.name())
                                .toList()))
                .toList();
    }

    @Override
    public long leadNanos() {
        return nodes.stream()
                .filter(RemoteNode::isAlive)
                .mapToLong(Coordinator::leadNanos)
                .max()
                .orElse(LEAD_NANOS);
    }

    static long leadNanos(RemoteNode node) {
        return LEAD_NANOS + Math.min(2 * node.clock.slowNanos(), MAX_EXTRA_LEAD_NANOS);
    }

    @Override
    public List<Note> notes() {
        notes.takeRemainingNotes().forEach(listener::note);
        return notes.writerNotes(
                writers().stream().filter(node -> node.welcome != null).toList());
    }

    @Override
    public List<Note> readerNotes() {
        List<RemoteNode> readers = readers();
        return groups.isEmpty()
                ? notes.readerNotes(readers)
                : groups.stream()
                        .flatMap(group -> readers.stream().map(group::note))
                        .toList();
    }

    @Override
    public boolean isAllCounted() {
        return writers().stream().allMatch(node -> node.isAlive() || node.welcome == null);
    }
}
