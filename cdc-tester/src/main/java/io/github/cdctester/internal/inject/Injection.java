// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.config.fault.FaultSchedule.Moment;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.server.ControlledServer;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * @param proxies if empty, the run creates one proxy per server for network faults
 *
 * @param controlledServer can be stopped and restarted
 */
public record Injection(
        FaultSchedule schedule,
        List<FaultProxy> proxies,
        Optional<ControlledServer> controlledServer,
        FaultRequests requests,
        FaultActions consumerActions) {

    public static final Injection NONE = of(FaultSchedule.NONE, List.of(), Optional.empty());

    public Injection {
        proxies = List.copyOf(proxies);
    }

    public static Injection of(
            FaultSchedule schedule, List<FaultProxy> proxies, Optional<ControlledServer> controlled) {
        return new Injection(schedule, proxies, controlled, new FaultRequests(List.of()), FaultActions.NONE);
    }

    public Injection requesting(FaultRequests newRequests) {
        return new Injection(schedule, proxies, controlledServer, newRequests, consumerActions);
    }

    public Injection withConsumerActions(FaultActions actions) {
        return new Injection(schedule, proxies, controlledServer, requests, actions);
    }

    /** Replaces each scheduled fault of all consumers by one fault per consumer. */
    public Injection withFaultPerConsumer(List<String> startedConsumers) {
        return new Injection(schedule.onEach(startedConsumers), proxies, controlledServer, requests, consumerActions);
    }

    /** Returns scheduled faults and faults that may be requested. */
    public List<Fault> consumerFaults(List<String> startedConsumers) {
        return faults().flatMap(fault -> fault.onEach(startedConsumers).stream())
                .filter(fault -> !fault.consumer().isEmpty())
                .toList();
    }

    private Stream<Fault> faults() {
        return Stream.concat(schedule.faults().stream(), requests.possibleFaults().stream());
    }

    /** Returns true if faults are scheduled or may be requested. */
    boolean hasFaults() {
        return !schedule.isEmpty() || !requests.possibleFaults().isEmpty();
    }

    /** Rejects faults of consumers that the run does not start. */
    public void checkConsumers(List<String> startedConsumers) {
        for (Fault fault :
                faults().filter(scheduled -> !scheduled.consumer().isEmpty()).toList()) {
            boolean isForAllConsumers = fault.consumer().equals(Fault.ALL_CONSUMERS) && !startedConsumers.isEmpty();
            if (!isForAllConsumers && !startedConsumers.contains(fault.consumer())) {
                throw new InvalidPlanException(
                        "inject",
                        "'" + fault + "'",
                        startedConsumers.isEmpty()
                                ? "left out: the run starts no consumer by its command"
                                : "of a consumer that the run starts by its command: "
                                        + String.join(", ", startedConsumers));
            }
        }
    }

    /** @throws InvalidPlanException if a fault is impossible; the message contains the valid form */
    public void check(Plan plan) {
        schedule.moments().forEach(moment -> check(plan, moment.fault(), moment));
        requests.possibleFaults().forEach(fault -> check(plan, fault, fault));
        moments(plan);
    }

    private void check(Plan plan, Fault fault, Object text) {
        if (fault.endsServer() && controlledServer.isEmpty()) {
            throw new InvalidPlanException(
                    "inject",
                    "'" + text + "'",
                    "left out: only a server that this process started, or that the caller passed in, can be ended");
        }
        if (fault.kind() == FaultKind.PURGE && !fault.confirmed() && !controlsAllServers(plan)) {
            throw new InvalidPlanException(
                    "inject",
                    "'" + text + "'",
                    "'purge confirmed', as it deletes log files of a server that this process did not start");
        }
    }

    /** @throws InvalidPlanException if the faults do not fit into the measured part */
    List<Moment> moments(Plan plan) {
        return schedule.expanded(plan.window().measure(), randomKinds(plan));
    }

    /** Random faults must not stop readers of other programs, except at the controlled server. */
    private Set<FaultKind> randomKinds(Plan plan) {
        Set<FaultKind> kinds =
                EnumSet.of(FaultKind.KILL_DUMP, FaultKind.CUT, FaultKind.STALL, FaultKind.THROTTLE, FaultKind.ROTATE);
        if (controlledServer.isPresent()) {
            kinds.add(FaultKind.RESTART);
            kinds.add(FaultKind.KILL_9);
        }
        if (controlsAllServers(plan)) {
            kinds.add(FaultKind.PURGE);
        }
        return kinds;
    }

    private boolean controlsAllServers(Plan plan) {
        return controlledServer.isPresent()
                && plan.streams().stream()
                        .map(stream -> stream.endpoint().address())
                        .allMatch(controlledServer.get().endpoint().address()::equals);
    }

    /** Returns true if the run creates proxies for the streams that this process reads. */
    public boolean createsProxies() {
        boolean hasNetworkFaults = schedule.chance().isPresent()
                || faults().anyMatch(fault ->
                        fault.kind().isNetworkFault() && fault.consumer().isEmpty());
        return hasNetworkFaults && proxies.isEmpty();
    }
}
