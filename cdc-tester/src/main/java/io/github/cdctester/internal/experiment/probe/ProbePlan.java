// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The probes of a run.
 *
 * @param probes each with a name of its own
 * @param endpoint where statements are asked
 * @param server the server that this process has started, whichever process that is at the time
 */
public record ProbePlan(List<ProbeSpec> probes, Endpoint endpoint, Supplier<Optional<ProcessHandle>> server) {

    /** Each has a thread. */
    private static final int MOST = 100;

    /**
     * Checks the names.
     *
     * @throws InvalidPlanException if two probes have one name, or there are more than {@value #MOST}
     */
    public ProbePlan {
        probes = List.copyOf(probes);
        if (probes.size() > MOST) {
            throw new InvalidPlanException("probes", probes.size() + " probes", "at most " + MOST);
        }
        Set<String> names = new HashSet<>();
        for (ProbeSpec probe : probes) {
            if (!names.add(probe.name())) {
                throw new InvalidPlanException("probes", "two probes called " + probe.name(), "a name for each");
            }
        }
    }

    int statements() {
        return (int) probes.stream()
                .filter(probe -> probe.source() instanceof ProbeSource.Sql)
                .count();
    }
}
