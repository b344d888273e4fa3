// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.FaultSchedule.Moment;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.result.RunResult.FaultMark;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Injects the faults of a schedule in its own thread. Ends each fault when its time has elapsed, or in {@link #end}. The run's thread calls
 * {@link #begin} and {@link #end}.
 */
public final class FaultInjector implements AutoCloseable {

    /** A server may need a minute to stop, and longer to recover. */
    private static final Duration END_TIMEOUT = Duration.ofMinutes(3);

    /**
     * A stream at the time of a fault.
     *
     * @param connectionId empty while the stream is not connected, because its last id may belong to another client
     * @param logFile the binlog file that the stream reads
     */
    public record Target(Endpoint server, OptionalLong connectionId, String logFile) {}

    private final NetworkFaults network;
    private final FaultScheduler scheduler;
    private final boolean hasFaults;
    private final boolean createsProxies;
    private final NanoClock clock;
    private final FaultActions consumerActions;
    private final FaultRequests requests;
    private final Thread thread = new Thread(this::injectUntilEnd, "cdc-fault-injector");
    private volatile @Nullable Throwable failure;
    private boolean isStarted;
    private int reportedMarkCount;

    public FaultInjector(Injection injection, Plan plan, Supplier<List<Target>> streams, NanoClock clock) {
        this(injection, injection.moments(plan), streams, clock);
    }

    private FaultInjector(Injection injection, List<Moment> moments, Supplier<List<Target>> streams, NanoClock clock) {
        this.clock = clock;
        consumerActions = injection.consumerActions();
        requests = injection.requests();
        requests.clear();
        hasFaults = injection.hasFaults();
        network = new NetworkFaults(injection.proxies(), NetworkFaults.LOOPBACK);
        createsProxies = injection.createsProxies();
        ServerFaults servers = new ServerFaults(streams, injection.controlledServer());
        scheduler = new FaultScheduler(moments, new AllTargets(network, servers, consumerActions), clock);
        thread.setDaemon(true);
    }

    public static FaultInjector none() {
        return new FaultInjector(Injection.NONE, List.of(), List::of, NanoClock.SYSTEM);
    }

    private record AllTargets(NetworkFaults network, ServerFaults servers, FaultActions consumerActions)
            implements FaultActions {
        @Override
        public String begin(Fault fault, double second) throws IOException {
            if (!fault.consumer().isEmpty()) {
                return consumerActions.begin(fault, second);
            }
            return fault.kind().isNetworkFault() ? network.begin(fault) : servers.begin(fault);
        }

        @Override
        public void end(Fault fault) {
            if (fault.consumer().isEmpty()) {
                network.end(fault);
            } else {
                consumerActions.end(fault);
            }
        }
    }

    public boolean hasFaults() {
        return hasFaults;
    }

    public StreamRoute route() {
        return createsProxies ? network : StreamRoute.DIRECT;
    }

    public void begin(long nanos) {
        if (hasFaults) {
            isStarted = true;
            scheduler.begin(nanos);
            thread.start();
        }
    }

    private void injectUntilEnd() {
        FirstFailure failures = new FirstFailure();
        failures.run(this::injectDueFaults);
        failures.run(scheduler::end);
        failures.run(consumerActions::onMeasuredPartEnded);
        failure = failures.first();
    }

    private void injectDueFaults() throws InterruptedException {
        boolean isEnded = false;
        while (!isEnded) {
            scheduler.advance();
            long nextNanos = scheduler.nextNanos();
            Optional<Fault> request = nextNanos == FaultScheduler.NEVER
                    ? requests.dueRequests().take()
                    : requests.dueRequests().poll(nextNanos - clock.nanoTime(), TimeUnit.NANOSECONDS);
            isEnded = request != null && request.isEmpty();
            if (request != null) {
                request.ifPresent(scheduler::add);
            }
        }
    }

    /** Afterwards, all faults are undone and a killed server is running, unless a mark reports a failure. */
    public void end() {
        requests.end();
        if (!isStarted) {
            return;
        }
        if (!Threads.await(thread, END_TIMEOUT)) { // a stopped server must run again before the caller continues
            throw new RunFailedException(
                    "a fault did not end within " + END_TIMEOUT.toMinutes() + " min; the last ones: " + marks());
        }
        FirstFailure.throwAsRunFailure(failure, cause -> "fault injection failed: " + cause.getMessage());
    }

    public List<FaultMark> marks() {
        return scheduler.marks();
    }

    public List<FaultMark> newMarks() {
        List<FaultMark> marks = scheduler.marks();
        List<FaultMark> newMarks = marks.subList(reportedMarkCount, marks.size());
        reportedMarkCount = marks.size();
        return newMarks;
    }

    /** Called once per second. */
    public int activeFaultsSinceLastCall() {
        return scheduler.activeSinceLastCall();
    }

    public boolean usesProxies() {
        return createsProxies;
    }

    @Override
    public void close() {
        try {
            end();
        } finally {
            network.close();
        }
    }
}
