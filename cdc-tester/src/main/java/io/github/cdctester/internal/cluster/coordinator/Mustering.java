// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.cluster.link.GrpcFleetLink;
import io.github.cdctester.internal.cluster.link.Link.Member;
import io.github.cdctester.internal.cluster.link.NodeSecret;
import io.github.cdctester.internal.cluster.message.Message.Hello;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.run.load.Crews;
import io.github.cdctester.internal.run.stream.StreamReadings;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.NodeSummary;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.run.RunListener;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds a run's worker nodes: calls them, hears that they write for us, and asks for their clocks. */
public final class Mustering {

    private static final int PINGS = 8;

    /** A coordinator that takes a node for lost has hung up before that node gives it up. */
    private static final Duration LONGER = Duration.ofSeconds(3);

    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final long LOOK_NANOS = 100_000_000;
    private static final long ASK_NANOS = 1_000_000_000L;

    private final Fleet fleet;
    private final NanoClock clock;
    private final StopSignal stop;
    private long askedNanos;

    private Mustering(Fleet fleet, NanoClock clock, StopSignal stop) {
        this.fleet = fleet;
        this.clock = clock;
        this.stop = stop;
        askedNanos = clock.nanoTime();
    }

    /**
     * Finds them, and waits until all of them are ready.
     *
     * @param wanted where they are
     * @param plan what they are to write
     * @param clock the clock of intended starts
     * @param listener is told how it goes
     * @param stop raised when somebody wants it to end early
     * @param resources closes what was opened
     * @return who provides the workers of the plan's loads, and the readers of its streams
     * @throws io.github.cdctester.failure.InvalidPlanException if the file with the secret is none
     * @throws RunFailedException if one of them is not there, or refuses, or it was stopped
     * @throws InterruptedException if the thread is interrupted
     */
    public static Mustered muster(
            WorkerNodes wanted, Plan plan, NanoClock clock, RunListener listener, StopSignal stop, Resources resources)
            throws InterruptedException {
        NodeSecret secret = NodeSecret.read(wanted.secretFile());
        List<InetSocketAddress> addresses = Stream.concat(wanted.addresses().stream(), wanted.subscribers().stream())
                .distinct()
                .toList();
        int count = addresses.size();
        listener.step("calling " + count + (count == 1 ? " worker node" : " worker nodes"));
        List<FleetNode> nodes = addresses.stream()
                .map(at -> new FleetNode(
                        new Member(WorkerNodes.text(at), WorkerNodes.text(at)),
                        wanted.addresses().contains(at),
                        wanted.subscribers().contains(at)))
                .toList();
        Fleet fleet = new Fleet(nodes, plan, clock, listener, wanted.lossTolerated());
        GrpcFleetLink link = resources.add(new GrpcFleetLink(secret, fleet));
        fleet.callThrough(link);
        for (int i = 0; i < count; i++) {
            InetSocketAddress at = addresses.get(i);
            nodes.get(i).heard(clock.nanoTime());
            link.call(nodes.get(i).member(), at);
        }
        new Mustering(fleet, clock, stop).all(wanted.patience());
        nodes.forEach(node -> listener.step(line(node)));
        FleetWatch watch = resources.add(new FleetWatch(fleet, clock, wanted.patience()));
        watch.start();
        return new Mustered(
                wanted.addresses().isEmpty() ? Optional.empty() : Optional.of(fleet), fleet, fleet::summaries);
    }

    /**
     * Nodes that are ready.
     *
     * @param crews who provides the workers of loads; empty for this process
     * @param readings who provides the readers of streams
     * @param summaries tells what each node did, once nothing is counted any more
     */
    public record Mustered(Optional<Crews> crews, StreamReadings readings, Supplier<List<NodeSummary>> summaries) {

        /** This process does all. */
        public static final Mustered NONE = new Mustered(Optional.empty(), StreamReadings.HERE, List::of);
    }

    private void all(Duration patience) throws InterruptedException {
        ToolInfo own = ToolInfo.current("");
        String coordinator = UUID.randomUUID().toString();
        for (FleetNode node : fleet.nodes()) {
            long millis = patience.plus(LONGER).toMillis();
            fleet.send(node, new Hello(own.version(), millis, coordinator, node.address()));
        }
        await(node -> node.welcome() != null);
        for (int round = 0; round < PINGS; round++) {
            for (FleetNode node : fleet.nodes()) {
                long number = node.asks(clock.nanoTime());
                fleet.send(node, new Ping(number));
                await(one -> one != node || !node.awaits(number));
            }
        }
    }

    /** Waits until that is so of all nodes. */
    private void await(Predicate<FleetNode> done) throws InterruptedException {
        long until = clock.nanoTime() + PATIENCE_NANOS;
        while (!isSoWithin(done, until)) {
            askWhoIsThere();
        }
    }

    /** Who has been greeted hears of this coordinator, so that it is not given up while another node is waited for. */
    private void askWhoIsThere() {
        long now = clock.nanoTime();
        if (now - askedNanos >= ASK_NANOS) {
            askedNanos = now;
            for (FleetNode node : fleet.nodes()) {
                if (node.welcome() != null) {
                    fleet.send(node, new Ping(node.asks(now)));
                }
            }
        }
    }

    /** Whether that is so of all nodes; waits a little where it is not. */
    private boolean isSoWithin(Predicate<FleetNode> done, long until) throws InterruptedException {
        synchronized (fleet) {
            if (stop.isRaised()) {
                throw new RunFailedException("stopped while calling worker nodes");
            }
            String refusal = fleet.refusal();
            if (refusal != null) {
                throw new RunFailedException(refusal);
            }
            for (FleetNode node : fleet.nodes()) {
                if (node.lost() != null) {
                    throw new WorkerLostException(node.lost());
                }
            }
            List<FleetNode> missing =
                    fleet.nodes().stream().filter(done.negate()).toList();
            if (missing.isEmpty()) {
                return true;
            }
            long left = until - clock.nanoTime();
            if (left <= 0) {
                throw new RunFailedException("no answer within " + PATIENCE_NANOS / 1_000_000_000 + " s of worker "
                        + String.join(
                                ", ", missing.stream().map(FleetNode::address).toList())
                        + ": is 'cdc-tester worker' running there, and the network open?");
            }
            TimeUnit.NANOSECONDS.timedWait(fleet, Math.min(left, LOOK_NANOS));
            return false;
        }
    }

    private static String line(FleetNode node) {
        Welcome welcome = node.welcome();
        return String.format(
                Locale.ROOT,
                "worker %s: %d processors, Java %s, clock %+.3f ms, known within ±%.3f ms",
                node.address(),
                welcome == null ? 0 : welcome.processors(),
                welcome == null ? "" : welcome.java(),
                node.epochAheadMicros() / 1e3,
                node.clockErrorNanos() / 1e6);
    }
}
