// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.run.phases.PlannedPhase.Backlog;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.internal.run.phases.PlannedPhase.Wait;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks that a run can go through its phases to the end. */
public final class PhaseRules {

    private PhaseRules() {}

    /**
     * Checks the phases of a run, before anything is done. Each load of the plan must be in one of them, and must end. The window's
     * warm-up and drain timeout are as in other runs; its measured time only has to have room for each load.
     *
     * @param phases in order; none is fine, and nothing is checked then
     * @throws InvalidPlanException if a phase or one of its loads cannot be run so
     */
    public static void check(Plan plan, List<PlannedPhase> phases) {
        if (phases.isEmpty()) {
            return;
        }
        Set<String> names = new HashSet<>();
        Set<String> placed = new HashSet<>();
        for (PlannedPhase phase : phases) {
            if (phase.name().isBlank() || !names.add(phase.name())) {
                throw new InvalidPlanException("phase", phase.name(), "a name of its own");
            }
            if (phase instanceof Loads loads) {
                check(plan, loads, placed);
            } else if (phase instanceof Backlog backlog) {
                check(plan, new Loads(backlog.name(), backlog.loads()), placed);
                check(plan, backlog);
            } else if (phase instanceof Observe observe) {
                positive(observe.name(), observe.length(), "observed");
            } else if (phase instanceof Wait wait) {
                positive(wait.name(), wait.timeout(), "waited");
            }
        }
        for (NamedLoad load : plan.loads()) {
            if (!placed.contains(load.name())) {
                throw new InvalidPlanException("load", load.name(), "in one of the phases");
            }
        }
        if (plan.window().events() > 0) {
            throw new InvalidPlanException(
                    "events", plan.window().events(), "left out in a run in phases: a load has its own number");
        }
        if (!plan.window().warmUp().isZero() && phases.get(0).loads().isEmpty()) {
            throw new InvalidPlanException(
                    "warmUp", plan.window().warmUp(), "left out where the first phase has no loads");
        }
    }

    private static void positive(String phase, Duration time, String what) {
        if (time.isNegative() || time.isZero()) {
            throw new InvalidPlanException("phase", phase, what + " for more than 0 s");
        }
    }

    /** A backlog must pile up while its loads write, and leave them time to go on. */
    private static void check(Plan plan, Backlog phase) {
        positive(phase.name(), phase.longest(), "catching up");
        if (phase.before().isNegative()) {
            throw new InvalidPlanException("phase", phase.name(), "read for 0 s or more before the pause");
        }
        if (phase.bytes().isEmpty() && phase.time().isEmpty()) {
            throw new InvalidPlanException(
                    "phase", phase.name(), "given bytes or a time, for which the stream is not to be read");
        }
        if (phase.bytes().isPresent() && phase.bytes().getAsLong() <= 0) {
            throw new InvalidPlanException("phase", phase.name(), "not read until there is more than 0 bytes to read");
        }
        phase.time().ifPresent(time -> positive(phase.name(), time, "not read"));
        Duration quiet = phase.before().plus(phase.time().orElse(Duration.ZERO));
        boolean loadsGoOn = plan.loads().stream()
                .filter(load -> phase.loads().contains(load.name()))
                .anyMatch(load -> load.length().isZero()
                        || load.start().plus(load.length()).compareTo(quiet) > 0);
        if (!loadsGoOn) {
            throw new InvalidPlanException(
                    "phase",
                    phase.name(),
                    "one with a load that goes on after " + quiet.toMillis() / 1e3 + " s, while the stream catches up");
        }
    }

    private static void check(Plan plan, Loads phase, Set<String> placed) {
        if (phase.loads().isEmpty()) {
            throw new InvalidPlanException("phase", phase.name(), "one with a load at least");
        }
        for (String name : phase.loads()) {
            Optional<NamedLoad> load =
                    plan.loads().stream().filter(one -> one.name().equals(name)).findFirst();
            if (load.isEmpty()) {
                throw new InvalidPlanException("load", name, "one of the plan's");
            }
            if (!placed.add(name)) {
                throw new InvalidPlanException("load", name, "in one phase only; give each its own name");
            }
            if (load.get().background()) {
                throw new InvalidPlanException("load", name, "none in the background: in a phase, give it a length");
            }
            boolean untilStable = phase.untilStable().containsKey(name);
            if (load.get().length().isZero() && (untilStable || load.get().transactions() == 0)) {
                throw new InvalidPlanException(
                        "load",
                        name,
                        untilStable
                                ? "given a length, the longest time that its rate is waited for"
                                : "given a length, or a number of transactions: the phase would never end");
            }
        }
        for (String name : phase.untilStable().keySet()) {
            if (!phase.loads().contains(name)) {
                throw new InvalidPlanException("load", name, "in the phase in which it is to become stable");
            }
        }
    }
}
