// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.experiment.probe.ProbeSink.MeteredProbes;
import io.github.cdctester.internal.run.ProbeReadings;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.outcome.ProbeTotals.Told;
import java.util.Map;
import java.util.Set;

/** Probes that begin and end with each run that has them. */
public final class RunProbes implements ProbeReadings {

    private final ProbePlan plan;
    private volatile ProbeReadings reading = NONE;

    /** Opens nothing yet. */
    public RunProbes(ProbePlan plan) {
        this.plan = plan;
    }

    @Override
    public void begin(RunSettings run, Set<String> comingTables, Resources resources) throws InterruptedException {
        ProbeSink sink = run.registry()
                .map(registry -> (ProbeSink) resources.add(new MeteredProbes(registry)))
                .orElse(read -> {});
        Probes begun = resources.add(Probes.open(plan.before(comingTables), sink, run.listener()::note));
        begun.start();
        reading = begun;
    }

    @Override
    public Map<String, Double> latest() {
        return reading.latest();
    }

    @Override
    public void tablesMade() throws InterruptedException {
        reading.tablesMade();
    }

    @Override
    public Told told() {
        return reading.told();
    }

    @Override
    public int connections() {
        return plan.connections();
    }
}
