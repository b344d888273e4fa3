// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.link.Link;
import io.github.cdctester.internal.cluster.link.Link.Member;
import io.github.cdctester.internal.cluster.message.LoadPart;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Hire;
import io.github.cdctester.internal.cluster.message.Message.OfCrew;
import io.github.cdctester.internal.cluster.message.Message.OfFilling;
import io.github.cdctester.internal.cluster.message.Message.OfStream;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.Refused;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.report.PlanText;
import io.github.cdctester.internal.run.load.Crew;
import io.github.cdctester.internal.run.load.CrewOrder;
import io.github.cdctester.internal.run.load.Crews;
import io.github.cdctester.internal.run.stream.StreamReading;
import io.github.cdctester.internal.run.stream.StreamReadings;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.workload.Fillers;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.SharedWorkload;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.result.NodeSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The worker nodes of a coordinator: who is there, who was lost, and whose workers are whose. */
final class Fleet implements Crews, StreamReadings, Link.Receiver {

    /** Before a start, so that all nodes have heard of it when it comes; and twice the longest way there and back. */
    private static final long LEAD_NANOS = 50_000_000;

    private final List<FleetNode> nodes;
    private final NanoClock clock;
    private final boolean toleratesLoss;
    private final Plan plan;
    private final RunListener listener;
    private final FleetNotes notes = new FleetNotes();
    private final Map<Integer, RemoteCrew> crews = new ConcurrentHashMap<>();
    private final List<RemoteReading> readings = new CopyOnWriteArrayList<>();
    private final FleetFillers fillers;
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile @Nullable Link link;
    private volatile @Nullable String refusal;

    /**
     * Creates a fleet that nobody has called yet.
     *
     * @param plan what its nodes are to write
     * @param clock the clock of intended starts
     * @param listener is told who was lost, where the run goes on
     * @param toleratesLoss whether a run goes on when a node is lost
     */
    Fleet(List<FleetNode> nodes, Plan plan, NanoClock clock, RunListener listener, boolean toleratesLoss) {
        this.nodes = nodes;
        this.plan = plan;
        this.clock = clock;
        this.listener = listener;
        this.toleratesLoss = toleratesLoss;
        fillers = new FleetFillers(this);
    }

    NanoClock clock() {
        return clock;
    }

    boolean toleratesLoss() {
        return toleratesLoss;
    }

    List<FleetNode> nodes() {
        return nodes;
    }

    void callThrough(Link way) {
        link = way;
    }

    /** Why one of them does not write for us; {@code null} where none has said so. */
    @Nullable
    String refusal() {
        return refusal;
    }

    @Override
    public void gone(Member who, String why) {
        lose(of(who), "was lost: " + why);
    }

    /** Does not count on a node any more, and ends the call. */
    void lose(FleetNode node, String how) {
        if (node.lose("worker " + node.address() + " " + how)) {
            if (node.welcome() != null) {
                notes.lost(node);
            }
            Link way = link;
            if (way != null) {
                way.hangUp(node.member());
            }
            tellAll();
        }
    }

    private void tellAll() {
        synchronized (this) {
            notifyAll();
        }
        crews.values().forEach(RemoteCrew::changed);
        readings.forEach(RemoteReading::changed);
        fillers.changed();
    }

    @Override
    public void received(Member from, Message message) {
        FleetNode node = of(from);
        long now = clock.nanoTime();
        node.heard(now);
        if (message instanceof Pong pong) {
            long ahead = pong.epochMicros() - EpochMicrosClock.SYSTEM.epochMicros();
            node.answered(pong.number(), pong.nanos(), now, ahead);
            node.account().used(pong.usage());
            tellAll();
        } else if (message instanceof Welcome welcome) {
            node.welcomed(welcome);
            tellAll();
        } else if (message instanceof Refused no) {
            refusal = "worker " + node.address() + " refuses: " + no.why();
            tellAll();
        } else if (message instanceof OfStream of) {
            readings.get(of.stream()).received(message);
        } else if (message instanceof OfFilling of) {
            fillers.received(node, of);
        } else if (message instanceof OfCrew of) {
            RemoteCrew crew = crews.get(of.crew());
            if (crew != null) {
                crew.received(node, message);
            }
        }
    }

    private FleetNode of(Member member) {
        return nodes.stream()
                .filter(node -> node.member().equals(member))
                .findFirst()
                .orElseThrow();
    }

    /** For the thread that conducts the run. */
    void tellOfNews() {
        notes.untold().forEach(listener::note);
    }

    /** Who writes, and has not told of it for that long though it answers. */
    List<FleetNode> behindSince(long nanos) {
        return Stream.concat(
                        crews.values().stream().flatMap(crew -> crew.silentSince(nanos).stream()),
                        readings.stream()
                                .filter(reading -> reading.isSilentSince(nanos))
                                .map(RemoteReading::node))
                .distinct()
                .toList();
    }

    /** Asks for what has arrived, and tells what was committed. */
    void askOfStreams() {
        readings.forEach(RemoteReading::ask);
    }

    @Override
    public StreamReading of(StreamSpec stream, Wanted wanted, @Nullable LedgerMemory memory) {
        List<FleetNode> readers = nodes.stream().filter(FleetNode::reads).toList();
        if (readers.isEmpty()) {
            return StreamReadings.HERE.of(stream, wanted, memory);
        }
        int number = readings.size();
        FleetNode node = readers.get(number % readers.size());
        RemoteReading reading = new RemoteReading(this, node, number, stream, wanted, memory != null);
        readings.add(reading);
        return reading;
    }

    String planText() {
        return PlanText.of(plan);
    }

    /** Who writes and is there, where that is enough to go on. */
    List<FleetNode> present() {
        List<FleetNode> writers = nodes.stream().filter(FleetNode::writes).toList();
        List<FleetNode> present = writers.stream().filter(FleetNode::isThere).toList();
        if (present.isEmpty() || !toleratesLoss) {
            for (FleetNode node : writers) {
                if (node.lost() != null) {
                    throw new WorkerLostException(node.lost());
                }
            }
        }
        return present;
    }

    @Override
    public void check(NamedLoad load) {
        int threads = load.load().threads();
        int there = present().size();
        if (threads < there) {
            throw new RunFailedException("there are " + there + " worker nodes, but " + load.name() + " has " + threads
                    + (threads == 1 ? " thread" : " threads") + ": give each node at least one");
        }
    }

    @Override
    public Optional<Fillers> fillers(Plan made, NamedLoad load) {
        return Optional.of(fillers.of(made, load));
    }

    @Override
    public Crew of(CrewOrder order) throws InterruptedException {
        check(order.load());
        int threads = order.load().load().threads();
        List<FleetNode> present = present();
        if (order.workload() instanceof SharedWorkload shared) {
            shared.scarceFor(present.size()).ifPresent(scarce -> notes.crowd(present.size(), scarce));
            tellOfNews();
        }
        List<CrewPart> parts = new ArrayList<>();
        for (int i = 0; i < present.size(); i++) {
            parts.add(new CrewPart(present.get(i), i, (int) new LoadShare(i, present.size()).part(threads)));
        }
        int number = numbers.incrementAndGet();
        RemoteCrew crew = new RemoteCrew(this, number, order, List.copyOf(parts));
        crews.put(number, crew);
        try {
            crew.hire(part -> new Hire(number, loadPart(order, part, present.size())));
        } catch (RuntimeException | Error | InterruptedException e) {
            crew.close();
            throw e;
        }
        return crew;
    }

    private LoadPart loadPart(CrewOrder order, CrewPart part, int of) {
        LoadShare share = new LoadShare(part.index(), of);
        return new LoadPart(
                PlanText.of(plan),
                plan.endpoint().password().reveal(),
                plan.endpoint().driverProperties(),
                order.load().name(),
                part.threads(),
                order.firstWorker() + (int) share.before(order.load().load().threads()),
                part.index(),
                of,
                order.meter().countsRows(),
                order.tracking() != null,
                numbers(order.workload(), part.node()));
    }

    /** Divided among all that write, so that a node's numbers stay its own when another one is lost. */
    private @Nullable SharedNumbers numbers(Workload workload, FleetNode of) {
        List<FleetNode> writers = nodes.stream().filter(FleetNode::writes).toList();
        return workload instanceof SharedWorkload shared
                ? shared.numbers().part(writers.indexOf(of), writers.size())
                : null;
    }

    void send(FleetNode node, Message message) {
        Link way = link;
        if (way != null && node.isThere()) {
            way.send(node.member(), message);
        }
    }

    void forget(int crew) {
        crews.remove(crew);
    }

    FleetNotes told() {
        return notes;
    }

    /** What each node did, and what that took. */
    List<NodeSummary> summaries() {
        return nodes.stream()
                .filter(node -> node.welcome() != null)
                .map(node -> NodeFigures.of(
                        node,
                        readings.stream()
                                .filter(reading -> reading.node() == node)
                                .map(RemoteReading::streamName)
                                .toList()))
                .toList();
    }

    @Override
    public long leadNanos() {
        long slowest =
                nodes.stream().mapToLong(FleetNode::clockErrorNanos).max().orElse(0);
        return LEAD_NANOS + 4 * slowest;
    }

    @Override
    public List<String> notes() {
        return notes.of(nodes.stream().filter(FleetNode::writes).toList());
    }

    @Override
    public List<String> notesOnStreams() {
        return notes.ofReaders(nodes.stream().filter(FleetNode::reads).toList());
    }

    @Override
    public boolean isWhole() {
        return nodes.stream().allMatch(node -> node.isThere() || !node.writes());
    }
}
