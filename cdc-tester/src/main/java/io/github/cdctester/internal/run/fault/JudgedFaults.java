// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.fault;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.internal.inject.FaultActions;
import io.github.cdctester.internal.inject.FaultInjector;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.time.NanoClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reports the faults of consumers to the judge, which measures how each consumer catches up. */
public final class JudgedFaults implements FaultActions {

    private final FaultActions actions;
    private final Optional<ConsumerJudge> judge;

    /** By consumer: faults that stopped, killed or paused it, until another fault starts it. */
    private final Map<String, List<Fault>> openFaults = new HashMap<>();

    /** @param judge empty if no consumer is judged */
    public static FaultInjector injector(
            Injection injection,
            Plan plan,
            Supplier<List<FaultInjector.Target>> streams,
            Optional<ConsumerJudge> judge,
            NanoClock clock) {
        FaultActions consumers = new JudgedFaults(injection.consumerActions(), judge);
        return new FaultInjector(injection.withConsumerActions(consumers), plan, streams, clock);
    }

    private JudgedFaults(FaultActions actions, Optional<ConsumerJudge> judge) {
        this.actions = actions;
        this.judge = judge;
    }

    @Override
    public String begin(Fault fault, double second) throws IOException {
        boolean isStart = fault.kind() == FaultKind.START; // a start is not a new fault: it undoes one
        String name = fault.consumer();
        if (!isStart) {
            judge.ifPresent(consumerJudge ->
                    consumerJudge.onFault(name, (periods, now) -> periods.faultBegins(fault.toString(), second, now)));
        }
        try {
            String effect = actions.begin(fault, second);
            if (isStart || fault.kind() == FaultKind.RESTART) {
                endDowntime(name);
            }
            if (fault.kind() == FaultKind.RESTART) {
                reportEnd(fault);
            } else if (!isStart && !fault.isLasting()) {
                openFaults.computeIfAbsent(name, key -> new ArrayList<>()).add(fault);
            }
            return effect;
        } catch (IOException | RuntimeException e) {
            judge.ifPresent(consumerJudge ->
                    consumerJudge.onFault(name, (periods, now) -> periods.faultFails(fault.toString())));
            throw e;
        }
    }

    @Override
    public void end(Fault fault) {
        actions.end(fault);
        reportEnd(fault);
        if (!fault.kind().isNetworkFault()) { // the consumer runs again, so its open faults end as well
            endDowntime(fault.consumer());
        }
    }

    @Override
    public void onMeasuredPartEnded() {
        try {
            actions.onMeasuredPartEnded();
        } finally {
            openFaults.values().stream()
                    .flatMap(List::stream)
                    .filter(fault -> fault.kind() == FaultKind.PAUSE)
                    .forEach(this::reportEnd);
        }
    }

    private void endDowntime(String name) {
        List<Fault> endedFaults = openFaults.remove(name);
        if (endedFaults != null) {
            endedFaults.forEach(this::reportEnd);
        }
    }

    private void reportEnd(Fault fault) {
        judge.ifPresent(consumerJudge ->
                consumerJudge.onFault(fault.consumer(), (periods, now) -> periods.faultEnds(fault.toString(), now)));
    }
}
