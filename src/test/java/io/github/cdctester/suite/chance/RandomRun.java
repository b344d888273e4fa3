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

/**
 * A short run whose faults, load and length depend on a seed. Each transaction changes one row, so each can be
 * identified.
 */
final class RandomRun {

    private static final Predicate<StreamTransaction> OURS = StreamTransaction.of("sbtest1");
    private static final int MIN_TRANSACTIONS = 100;
    private static final int ADDITIONAL_TRANSACTIONS = 600;
    private static final int MAX_THREADS = 8;
    private static final int MAX_MOMENTS = 4;
    private static final double MAX_SHARE = 0.15;
    private static final double FEW_FAULTS = 1.5;
    private static final Duration MAX_PAUSE = Duration.ofMillis(300);
    private static final Duration DRAIN = Duration.ofSeconds(30);
    private static final Duration SHORT_DRAIN = Duration.ofSeconds(1);

    /** Bytes that a connection transfers before its stream starts, and bytes of a part of the stream. */
    private static final int MIN_LIFE_BYTES = 12_000;

    private static final int ADDITIONAL_LIFE_BYTES = 60_000;

    private final TestServer server;
    private final long seed;
    private final SplittableRandom random;
    private final Trouble trouble;
    private final int transactions;
    private final int threads;

    private RandomRun(TestServer server, long seed) {
        this.server = server;
        this.seed = seed;
        random = new SplittableRandom(seed);
        trouble = Trouble.of(random);
        transactions = MIN_TRANSACTIONS + random.nextInt(ADDITIONAL_TRANSACTIONS);
        threads = 1 + random.nextInt(MAX_THREADS);
    }

    static RandomOutcome of(TestServer server, long seed) {
        return new RandomRun(server, seed).go();
    }

    private RandomOutcome go() {
        try (FaultProxy proxy = FaultProxy.to("127.0.0.1", server.endpoint().port())) {
            return trouble == Trouble.LIES ? runWithLies(proxy) : runWithDisturbance(proxy);
        }
    }

    private RandomOutcome runWithLies(FaultProxy proxy) {
        // dropping the last transaction is a separate case, because no later event shows the gap
        double share = random.nextBoolean() ? random.nextDouble(MAX_SHARE) : FEW_FAULTS / transactions;
        RandomFaults liar = StreamFaults.random(random.nextLong(), OURS, share, transactions - 3);
        List<StreamFault> faults = new ArrayList<>();
        boolean withoutLast = random.nextInt(4) == 0;
        if (withoutLast) {
            faults.add(StreamFaults.drop(OURS, transactions));
        }
        faults.add(liar);
        boolean mended = random.nextBoolean();
        if (mended) {
            faults.add(StreamFaults.mendedPositions());
        }
        proxy.faults(FaultPlan.of(faults.toArray(StreamFault[]::new)));
        Verdict verdict = run(proxy, DRAIN);
        Expected expected =
                Expected.of(transactions, liar.dropped() + (withoutLast ? 1 : 0), liar.repeated(), liar.swapped());
        return outcome(
                (withoutLast ? ", the last one dropped" : "") + (mended ? ", positions mended" : ""),
                expected,
                verdict);
    }

    private RandomOutcome runWithDisturbance(FaultProxy proxy) {
        Set<Long> moments = moments();
        switch (trouble) {
            case CUTS -> proxy.cutEachAfter(this::lifeBytes);
            case RESETS -> proxy.resetEachAfter(this::lifeBytes);
            case RESETS_AT_TRANSACTIONS -> proxy.faults(FaultPlan.of(StreamFaults.before(OURS, moments, proxy::cut)));
            case KILLED_DUMPS ->
                proxy.faults(FaultPlan.of(StreamFaults.before(OURS, moments, () -> DumpThreads.killAll(server))));
            case PAUSES -> {
                long nanos = 1 + random.nextLong(MAX_PAUSE.toNanos());
                proxy.faults(FaultPlan.of(StreamFaults.before(OURS, moments, () -> LockSupport.parkNanos(nanos))));
            }
            case STALL -> proxy.faults(FaultPlan.of(StreamFaults.before(OURS, moments, () -> proxy.stallDumps(true))));
            default -> proxy.faults(FaultPlan.of());
        }
        boolean stalled = trouble == Trouble.STALL;
        Verdict verdict = run(proxy, stalled ? SHORT_DRAIN : DRAIN);
        Expected expected = stalled ? Expected.behind(transactions) : Expected.of(transactions, 0, 0, 0);
        return outcome(" at " + moments, expected, verdict);
    }

    private RandomOutcome outcome(String details, Expected expected, Verdict verdict) {
        String description = trouble + ", " + transactions + " transactions, " + threads + " threads" + details;
        return new RandomOutcome(seed, trouble, description, expected, verdict);
    }

    private Set<Long> moments() {
        Set<Long> moments = new TreeSet<>();
        int count = 1 + random.nextInt(MAX_MOMENTS);
        for (int i = 0; i < count; i++) {
            moments.add(1 + random.nextLong(transactions));
        }
        return moments;
    }

    private long lifeBytes() {
        synchronized (random) {
            return MIN_LIFE_BYTES + random.nextInt(ADDITIONAL_LIFE_BYTES);
        }
    }

    private Verdict run(FaultProxy proxy, Duration drain) {
        return RoundTripChecks.run(CdcTester.plan()
                        .endpoint(endpointAt(server.endpoint().port()))
                        .workload(Sysbench.oltpInsert().tableSize(10))
                        .load(closedLoop(threads))
                        .window(new Window(Duration.ZERO, Duration.ZERO, transactions, drain))
                        .subscriber(SubscriberSpec.DEFAULT.at(endpointAt(proxy.port())))
                        .prepareFirst()
                        .cleanupAfter())
                .verdict();
    }

    private Endpoint endpointAt(int port) {
        return server.endpoint().withAddress("127.0.0.1", port).withSsl(SslMode.DISABLED, null);
    }
}
