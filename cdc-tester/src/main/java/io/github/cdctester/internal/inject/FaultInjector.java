// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Fault;
import io.github.cdctester.config.FaultSchedule.Moment;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.time.ThreadEnd;
import io.github.cdctester.result.RunResult.FaultMark;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Injects a schedule's faults at their times, in its own thread, and ends them: when their time is over, and at the latest in
 * {@link #end}. The conductor's thread starts and ends it. Without faults it does nothing.
 */
public final class FaultInjector implements AutoCloseable {

    /** A server may need a minute to end, and longer to recover. */
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    /** A stream that faults are done to, as it is at one moment: by whose connection, and in which file of the log. */
    public record Target(String name, Endpoint server, long connectionId, String logFile) {}

    private final NetworkFaults network;
    private final FaultScheduler scheduler;
    private final boolean any;
    private final boolean ownProxies;
    private final NanoClock clock;
    private final FaultActions consumers;
    private final FaultRequests requests;
    private final Thread thread = new Thread(this::go, "cdc-fault-injector");
    private volatile @Nullable Throwable failure;
    private boolean begun;
    private int told;

    public FaultInjector(Injection injection, Plan plan, Supplier<List<Target>> streams, NanoClock clock) {
        this(injection, injection.moments(plan), streams, clock);
    }

    private FaultInjector(Injection injection, List<Moment> moments, Supplier<List<Target>> streams, NanoClock clock) {
        this.clock = clock;
        consumers = injection.consumers();
        requests = injection.requests();
        requests.clear();
        any = !injection.schedule().isEmpty() || !requests.possible().isEmpty();
        network = new NetworkFaults(injection.proxies());
        ownProxies = injection.needsOwnProxies();
        ServerFaults servers = new ServerFaults(streams, injection.held());
        scheduler = new FaultScheduler(moments, new AllTargets(network, servers, consumers), clock);
        thread.setDaemon(true);
    }

    public static FaultInjector none() {
        return new FaultInjector(Injection.NONE, List.of(), List::of, NanoClock.SYSTEM);
    }

    private record AllTargets(NetworkFaults network, ServerFaults servers, FaultActions consumers)
            implements FaultActions {
        @Override
        public String begin(Fault fault, double second) throws IOException {
            if (!fault.consumer().isEmpty()) {
                return consumers.begin(fault, second);
            }
            return fault.kind().isOfNetwork() ? network.begin(fault) : servers.begin(fault);
        }

        @Override
        public void end(Fault fault) {
            if (fault.consumer().isEmpty()) {
                network.end(fault);
            } else {
                consumers.end(fault);
            }
        }
    }

    /** Returns true if anything is to be broken. */
    public boolean isAny() {
        return any;
    }

    /** Returns the address for streams, so that their network can be broken. */
    public StreamRoute route() {
        return ownProxies ? network : StreamRoute.DIRECT;
    }

    public void begin(long nanos) {
        if (any) {
            begun = true;
            scheduler.begin(nanos);
            thread.start();
        }
    }

    private void go() {
        try {
            boolean over = false;
            while (!over) {
                scheduler.advance();
                long next = scheduler.nextNanos();
                Optional<Fault> due = next == FaultScheduler.NEVER
                        ? requests.due().take()
                        : requests.due().poll(next - clock.nanoTime(), TimeUnit.NANOSECONDS);
                over = due != null && due.isEmpty();
                if (due != null) {
                    due.ifPresent(scheduler::add);
                }
            }
        } catch (InterruptedException e) {
            failure = e; // this thread is never interrupted
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        FirstFailure ends = new FirstFailure();
        ends.run(scheduler::end);
        ends.run(consumers::over);
        try {
            ends.rethrow();
        } catch (RuntimeException | Error e) {
            failure = failure == null ? e : failure;
        }
    }

    /** Ends when the measured part has: all is as it was when this returns, a server that was killed is up again. */
    public void end() {
        requests.end();
        if (!begun) {
            return;
        }
        if (!ThreadEnd.await(thread, TIMEOUT)) { // a stopped server must run again before the caller continues
            throw new RunFailedException(
                    "a fault did not end within " + TIMEOUT.toMinutes() + " min; the last ones: " + marks());
        }
        FirstFailure.failBy(failure, cause -> "fault injection failed: " + cause.getMessage());
    }

    public List<FaultMark> marks() {
        return scheduler.marks();
    }

    /** Returns the faults since the last call. */
    public List<FaultMark> latest() {
        List<FaultMark> all = scheduler.marks();
        List<FaultMark> latest = all.subList(told, all.size());
        told = all.size();
        return latest;
    }

    /** Returns the number of active faults since the last call, which is made once a second. */
    public int activeSinceLastCall() {
        return scheduler.sinceLast();
    }

    /** Returns true if streams go through proxies that they would not go through otherwise. */
    public boolean throughProxy() {
        return ownProxies;
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
