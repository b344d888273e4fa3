// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.experiment.probe.ProbeSink.MeteredProbes;
import io.github.cdctester.internal.run.ProbeReadings;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.outcome.ProbeTotals.OwnFigure;
import io.github.cdctester.result.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Probes that begin and end with each run that has them. */
public final class RunProbes implements ProbeReadings {

    private final ProbePlan all;
    private volatile @Nullable Probes reading;

    /**
     * Opens nothing yet.
     *
     * @param endpoint where statements are asked that have no server of their own
     * @param server the process of a server that this process has started
     */
    public RunProbes(List<ProbeSpec> probes, Endpoint endpoint, Supplier<Optional<ProcessHandle>> server) {
        all = new ProbePlan(probes, endpoint, server, Set.of(), true);
    }

    @Override
    public AutoCloseable beside(RunSettings run, Set<String> comingTables) throws InterruptedException {
        Resources opened = new Resources();
        try {
            ProbeSink sink = run.registry()
                    .map(registry -> (ProbeSink) opened.add(new MeteredProbes(registry)))
                    .orElse(read -> {});
            Probes begun = opened.add(Probes.open(
                    new ProbePlan(all.probes(), all.endpoint(), all.server(), comingTables, true),
                    sink,
                    run.listener()::note));
            begun.start();
            reading = begun;
            return opened;
        } catch (InterruptedException | RuntimeException | Error e) {
            try (Resources left = opened) {
                throw e;
            }
        }
    }

    @Override
    public Map<String, Double> latest() {
        Probes now = reading;
        return now == null ? Map.of() : now.latest();
    }

    @Override
    public void tablesMade() throws InterruptedException {
        Probes now = reading;
        if (now != null) {
            now.tablesMade();
        }
    }

    @Override
    public List<Note> notes() {
        Probes now = reading;
        return now == null ? List.of() : now.notes();
    }

    @Override
    public Map<String, String> units() {
        return all.units();
    }

    @Override
    public Map<String, OwnFigure> ownFigures() {
        return all.ownFigures();
    }

    @Override
    public int connections() {
        return all.connections();
    }
}
