// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.link.Link;
import io.github.cdctester.internal.cluster.link.Link.Member;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Dismissed;
import io.github.cdctester.internal.cluster.message.Message.Follow;
import io.github.cdctester.internal.cluster.message.Message.Hello;
import io.github.cdctester.internal.cluster.message.Message.Hire;
import io.github.cdctester.internal.cluster.message.Message.OfCrew;
import io.github.cdctester.internal.cluster.message.Message.OfFilling;
import io.github.cdctester.internal.cluster.message.Message.OfStream;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.Refused;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.message.Usage;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node that writes or reads for one coordinator at a time. When that leaves, or is lost, all of it ends. */
public final class WorkerNode implements Link.Receiver, AutoCloseable {

    private final String version;
    private final NanoClock clock;
    private final Consumer<String> log;
    private final Map<Integer, NodeWork> crews = new ConcurrentHashMap<>();
    private final Map<Integer, StreamWork> streams = new ConcurrentHashMap<>();
    private volatile LedgerMemory memory = LedgerMemory.ofThisProcess();
    private volatile NodeWorkloads workloads = new NodeWorkloads();

    /** Those whose coordinator has left, and which end. */
    private final Set<NodeTask> leaving = ConcurrentHashMap.newKeySet();

    private final NodeFillings fillings;
    private volatile Usage usage;
    private volatile @Nullable Link link;
    private volatile @Nullable Member coordinator;
    private @Nullable Hello greeting;
    private volatile boolean served;
    private volatile long heardNanos;
    private volatile long patienceNanos;

    /**
     * Creates a node; nothing happens before it has a link.
     *
     * @param version this build's version: a coordinator of another one is refused
     * @param clock the clock of intended starts
     * @param log is told, in a line each, what an operator wants to know
     */
    public WorkerNode(String version, NanoClock clock, Consumer<String> log) {
        this.version = version;
        this.clock = clock;
        this.log = log;
        fillings = new NodeFillings(clock, log);
        usage = OwnUsage.now(clock);
    }

    /**
     * Gives it a way to answer.
     *
     * @param way hears coordinators
     */
    public void on(Link way) {
        link = way;
    }

    @Override
    public void received(Member from, Message message) {
        if (message instanceof Hello hello) {
            send(from, greet(from, hello));
            return;
        }
        if (!from.equals(coordinator)) {
            return; // who was refused, or is not ours any more
        }
        heardNanos = clock.nanoTime();
        if (message instanceof Ping ping) {
            tellClocks(from, ping);
        } else if (message instanceof OfFilling asked) {
            fillings.received(asked, answer -> send(from, answer));
        } else if (message instanceof Hire hire) {
            crews.computeIfAbsent(
                            hire.crew(),
                            number -> new NodeWork(number, workloads, answer -> answer(from, answer), clock))
                    .ask(hire);
        } else if (message instanceof OfStream asked) {
            if (message instanceof Follow) {
                streams.computeIfAbsent(
                        asked.stream(), number -> new StreamWork(number, memory, answer -> send(from, answer)));
            }
            tell(streams.get(asked.stream()), message);
        } else if (message instanceof OfCrew asked) {
            tell(crews.get(asked.crew()), message);
        }
    }

    /** What was used takes longer to find out than an answer may take, so that the next one tells it. */
    private void tellClocks(Member to, Ping ping) {
        send(to, new Pong(ping.number(), clock.nanoTime(), EpochMicrosClock.SYSTEM.epochMicros(), usage));
        usage = OwnUsage.now(clock);
    }

    private static void tell(@Nullable NodeTask task, Message message) {
        if (task != null) {
            task.ask(message);
        }
    }

    private synchronized Message greet(Member from, Hello hello) {
        if (!hello.version().equals(version)) {
            log.accept("refused " + from.address() + ": it is cdc-tester " + hello.version() + ", this is " + version);
            return new Refused("it is cdc-tester " + version + ", and this is " + hello.version());
        }
        Member other = coordinator;
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
        workloads = new NodeWorkloads();
        coordinator = from;
        greeting = hello;
        log.accept("works for " + from.address());
        return new Welcome(
                version,
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors());
    }

    /** Looks whether the coordinator is still there. */
    void look() {
        Member own = coordinator;
        long silent = clock.nanoTime() - heardNanos;
        if (own != null && silent > patienceNanos) {
            gone(own, String.format(Locale.ROOT, "it was silent for %.1f s", silent / 1e9));
            Link way = link;
            if (way != null) {
                way.hangUp(own);
            }
        }
    }

    @Override
    public synchronized void gone(Member who, String why) {
        if (who.equals(coordinator)) {
            coordinator = null;
            served = true;
            String what = crews.isEmpty() && !streams.isEmpty() ? "; its streams" : "; its workers";
            List<NodeTask> left = tasks();
            crews.clear();
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
        List<NodeTask> all = new ArrayList<>(crews.values());
        all.addAll(streams.values());
        all.addAll(fillings.present());
        return all;
    }

    /** Whether a coordinator came and has left. */
    boolean hasServed() {
        return served;
    }

    /** Of a crew, which may end when its coordinator has left, and the next one has a crew of the same number. */
    private void answer(Member to, Message message) {
        synchronized (this) {
            if (message instanceof Dismissed gone && to.equals(coordinator)) {
                crews.remove(gone.crew());
            }
        }
        send(to, message);
    }

    private void send(Member to, Message message) {
        Link way = link;
        if (way != null) {
            way.send(to, message);
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
