// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Fault;
import io.github.cdctester.config.Fault.FaultKind;
import io.github.cdctester.config.FaultSchedule;
import io.github.cdctester.config.FaultSchedule.Moment;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.server.HeldServer;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The faults of a run, and the means to inject them.
 *
 * @param proxies proxies for network faults; empty: the run creates its own
 * @param held server that this process can stop and restart; empty for none
 */
public record Injection(FaultSchedule schedule, List<FaultProxy> proxies, Optional<HeldServer> held) {

    public static final Injection NONE = new Injection(FaultSchedule.NONE, List.of(), Optional.empty());

    public Injection {
        proxies = List.copyOf(proxies);
    }

    public Injection holding(HeldServer server) {
        return new Injection(schedule, proxies, Optional.of(server));
    }

    /**
     * Rejects faults that are impossible in a run, before it starts.
     *
     * @throws InvalidPlanException if a fault is impossible; the message explains the valid form
     */
    public void check(Plan plan) {
        for (Moment moment : schedule.moments()) {
            Fault fault = moment.fault();
            if (fault.kind().endsServer() && held.isEmpty()) {
                throw new InvalidPlanException(
                        "inject",
                        "'" + moment + "'",
                        "left out: only a server that this process has started itself, or that was handed in, can be"
                                + " ended");
            }
            if (fault.kind() == FaultKind.PURGE && !fault.confirmed() && !holdsStreamServers(plan)) {
                throw new InvalidPlanException(
                        "inject",
                        "'" + moment + "'",
                        "'purge confirmed', as it deletes log files of a server that this process does not hold");
            }
        }
        moments(plan);
    }

    /**
     * Lists the faults with their times.
     *
     * @throws InvalidPlanException if the faults do not fit into the measured part
     */
    List<Moment> moments(Plan plan) {
        return schedule.expanded(plan.window().measure(), possibleKinds(plan));
    }

    /** Returns the kinds for random faults; they affect no other consumers and no other logs. */
    private Set<FaultKind> possibleKinds(Plan plan) {
        Set<FaultKind> kinds =
                EnumSet.of(FaultKind.KILL_DUMP, FaultKind.CUT, FaultKind.STALL, FaultKind.THROTTLE, FaultKind.ROTATE);
        if (held.isPresent()) {
            kinds.add(FaultKind.RESTART);
            kinds.add(FaultKind.KILL_9);
        }
        if (holdsStreamServers(plan)) {
            kinds.add(FaultKind.PURGE);
        }
        return kinds;
    }

    private boolean holdsStreamServers(Plan plan) {
        return held.isPresent()
                && plan.streams().stream()
                        .map(StreamSpec::endpoint)
                        .allMatch(stream -> isAt(stream, held.get().endpoint()));
    }

    private static boolean isAt(Endpoint one, Endpoint other) {
        return one.address().equals(other.address());
    }

    /** Returns true if the run creates the streams' proxies. */
    boolean needsOwnProxies() {
        boolean network =
                schedule.chance().isPresent() || schedule.kinds().stream().anyMatch(FaultKind::isOfNetwork);
        return network && proxies.isEmpty();
    }
}
