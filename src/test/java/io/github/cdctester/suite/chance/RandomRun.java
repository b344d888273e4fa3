// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import static io.github.cdctester.config.LoadSpec.closedLoop;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.RandomFaults;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.RoundTripChecks;
import io.github.cdctester.suite.server.DumpThreads;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Faults, load and length depend on a seed. Each transaction inserts one row. */
final class RandomRun {

    private static final Predicate<StreamTransaction> WORKLOAD_TRANSACTIONS = StreamTransaction.changing("sbtest1");
    private static final int MIN_TRANSACTIONS = 100;
    private static final int ADDITIONAL_TRANSACTIONS = 600;
    private static final int MAX_THREADS = 8;
    private static final int MAX_FAULT_TARGETS = 4;
    private static final double MAX_FAULT_RATIO = 0.15;
    private static final double MEAN_FAULTS_IF_RARE = 1.5;
    private static final Duration MAX_PAUSE = Duration.ofMillis(300);
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SHORT_DRAIN_TIMEOUT = Duration.ofSeconds(1);

    /** A connection transfers fewer bytes before its stream starts, so each connection receives some of the stream. */
    private static final int MIN_CONNECTION_BYTES = 12_000;

    private static final int ADDITIONAL_CONNECTION_BYTES = 60_000;

    private final TestServer server;
    private final long seed;
    private final SplittableRandom random;
    private final FaultKind faultKind;
    private final int transactions;
    private final int threads;

    private RandomRun(TestServer server, long seed) {
        this.server = server;
        this.seed = seed;
        random = new SplittableRandom(seed);
        faultKind = FaultKind.of(random);
        transactions = MIN_TRANSACTIONS + random.nextInt(ADDITIONAL_TRANSACTIONS);
        threads = 1 + random.nextInt(MAX_THREADS);
    }

    static RandomOutcome runWithSeed(TestServer server, long seed) {
        return new RandomRun(server, seed).execute();
    }

    private RandomOutcome execute() {
        try (FaultProxy proxy = FaultProxy.to("127.0.0.1", server.endpoint().port())) {
            return faultKind == FaultKind.CHANGES ? runWithChanges(proxy) : runWithDisturbance(proxy);
        }
    }

    private RandomOutcome runWithChanges(FaultProxy proxy) {
        // random faults spare the last transaction; it is dropped separately, because no later event shows the gap
        double ratio = random.nextBoolean() ? random.nextDouble(MAX_FAULT_RATIO) : MEAN_FAULTS_IF_RARE / transactions;
        RandomFaults randomFaults =
                StreamFaults.random(random.nextLong(), WORKLOAD_TRANSACTIONS, ratio, transactions - 3);
        List<StreamFault> faults = new ArrayList<>();
        boolean dropsLast = random.nextInt(4) == 0;
        if (dropsLast) {
            faults.add(StreamFaults.drop(WORKLOAD_TRANSACTIONS, transactions));
        }
        faults.add(randomFaults);
        boolean correctsPositions = random.nextBoolean();
        if (correctsPositions) {
            faults.add(StreamFaults.repairedPositions());
        }
        proxy.faults(FaultPlan.of(faults.toArray(StreamFault[]::new)));
        Verdict verdict = run(proxy, DRAIN_TIMEOUT);
        ExpectedVerdict expected = ExpectedVerdict.of(
                transactions,
                randomFaults.dropped() + (dropsLast ? 1 : 0),
                randomFaults.repeated(),
                randomFaults.swapped());
        return outcome(
                (dropsLast ? ", the last one dropped" : "") + (correctsPositions ? ", positions mended" : ""),
                expected,
                verdict);
    }

    private RandomOutcome runWithDisturbance(FaultProxy proxy) {
        Set<Long> faultTargets = faultTargets();
        switch (faultKind) {
            case CUTS -> proxy.closeEachAfter(this::connectionBytes);
            case RESETS -> proxy.resetEachAfter(this::connectionBytes);
            case RESETS_AT_TRANSACTIONS ->
                proxy.faults(FaultPlan.of(StreamFaults.before(WORKLOAD_TRANSACTIONS, faultTargets, proxy::cut)));
            case KILLED_DUMPS ->
                proxy.faults(FaultPlan.of(
                        StreamFaults.before(WORKLOAD_TRANSACTIONS, faultTargets, () -> DumpThreads.killAll(server))));
            case PAUSES -> {
                long nanos = 1 + random.nextLong(MAX_PAUSE.toNanos());
                proxy.faults(FaultPlan.of(
                        StreamFaults.before(WORKLOAD_TRANSACTIONS, faultTargets, () -> LockSupport.parkNanos(nanos))));
            }
            case STALL ->
                proxy.faults(FaultPlan.of(
                        StreamFaults.before(WORKLOAD_TRANSACTIONS, faultTargets, () -> proxy.stallDumps(true))));
            default -> proxy.faults(FaultPlan.of());
        }
        boolean isStalled = faultKind == FaultKind.STALL;
        Verdict verdict = run(proxy, isStalled ? SHORT_DRAIN_TIMEOUT : DRAIN_TIMEOUT);
        ExpectedVerdict expected =
                isStalled ? ExpectedVerdict.behind(transactions) : ExpectedVerdict.of(transactions, 0, 0, 0);
        return outcome(" at " + faultTargets, expected, verdict);
    }

    private RandomOutcome outcome(String details, ExpectedVerdict expected, Verdict verdict) {
        String description = faultKind + ", " + transactions + " transactions, " + threads + " threads" + details;
        return new RandomOutcome(seed, faultKind, description, expected, verdict);
    }

    private Set<Long> faultTargets() {
        Set<Long> faultTargets = new TreeSet<>();
        int count = 1 + random.nextInt(MAX_FAULT_TARGETS);
        for (int i = 0; i < count; i++) {
            faultTargets.add(1 + random.nextLong(transactions));
        }
        return faultTargets;
    }

    private long connectionBytes() {
        synchronized (random) {
            return MIN_CONNECTION_BYTES + random.nextInt(ADDITIONAL_CONNECTION_BYTES);
        }
    }

    private Verdict run(FaultProxy proxy, Duration drainTimeout) {
        return RoundTripChecks.run(CdcTester.plan()
                        .endpoint(endpointAt(server.endpoint().port()))
                        .workload(Sysbench.oltpInsert().tableSize(10))
                        .load(closedLoop(threads))
                        .window(new Window(Duration.ZERO, Duration.ZERO, transactions, drainTimeout))
                        .subscriber(SubscriberSpec.DEFAULT.at(endpointAt(proxy.port())))
                        .prepareFirst()
                        .cleanupAfter())
                .verdict();
    }

    private Endpoint endpointAt(int port) {
        return server.endpoint().withAddress("127.0.0.1", port).withSsl(SslMode.DISABLED, null);
    }
}
