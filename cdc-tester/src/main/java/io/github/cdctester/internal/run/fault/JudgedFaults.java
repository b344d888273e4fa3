// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.fault;

import io.github.cdctester.config.Fault;
import io.github.cdctester.config.Fault.FaultKind;
import io.github.cdctester.config.Plan;
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

/** Faults of consumers, of which the judge measures how the consumer catches up. */
public final class JudgedFaults implements FaultActions {

    private final FaultActions actions;
    private final Optional<ConsumerJudge> judge;

    /** Consumers that are stopped, killed or paused until another fault starts them. */
    private final Map<String, List<Fault>> down = new HashMap<>();

    /** Creates an injector whose faults of consumers are judged; {@code judge}: empty if no consumer is. */
    public static FaultInjector injector(
            Injection injection,
            Plan plan,
            Supplier<List<FaultInjector.Target>> streams,
            Optional<ConsumerJudge> judge,
            NanoClock clock) {
        FaultActions consumers = new JudgedFaults(injection.consumers(), judge);
        return new FaultInjector(injection.with(consumers), plan, streams, clock);
    }

    private JudgedFaults(FaultActions actions, Optional<ConsumerJudge> judge) {
        this.actions = actions;
        this.judge = judge;
    }

    @Override
    public String begin(Fault fault, double second) throws IOException {
        boolean isStart = fault.kind() == FaultKind.START; // belongs to the fault that it undoes
        String name = fault.consumer();
        if (!isStart) {
            judge.ifPresent(
                    one -> one.onFault(name, (periods, now) -> periods.faultBegins(fault.toString(), second, now)));
        }
        try {
            String effect = actions.begin(fault, second);
            if (isStart || fault.kind() == FaultKind.RESTART) {
                up(name);
            }
            if (fault.kind() == FaultKind.RESTART) {
                ended(fault);
            } else if (!isStart && !fault.isLasting()) {
                down.computeIfAbsent(name, none -> new ArrayList<>()).add(fault);
            }
            return effect;
        } catch (IOException | RuntimeException e) {
            judge.ifPresent(one -> one.onFault(name, (periods, now) -> periods.faultFails(fault.toString())));
            throw e;
        }
    }

    @Override
    public void end(Fault fault) {
        actions.end(fault);
        ended(fault);
        if (!fault.kind().isOfNetwork()) { // it runs again, whatever stopped it before
            up(fault.consumer());
        }
    }

    @Override
    public void over() {
        try {
            actions.over();
        } finally {
            down.values().stream()
                    .flatMap(List::stream)
                    .filter(fault -> fault.kind() == FaultKind.PAUSE)
                    .forEach(this::ended);
        }
    }

    private void up(String name) {
        List<Fault> ended = down.remove(name);
        if (ended != null) {
            ended.forEach(this::ended);
        }
    }

    private void ended(Fault fault) {
        judge.ifPresent(
                one -> one.onFault(fault.consumer(), (periods, now) -> periods.faultEnds(fault.toString(), now)));
    }
}
