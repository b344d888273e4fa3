// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The probes of a run.
 *
 * @param comingTables the names of tables that are made meanwhile, and of their schema; none where they are there already
 */
public record ProbePlan(
        List<ProbeSpec> probes, Endpoint endpoint, Supplier<Optional<ProcessHandle>> server, Set<String> comingTables) {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_$]+");

    private static final int MOST = 100;

    public ProbePlan {
        probes = List.copyOf(probes);
        comingTables = Set.copyOf(comingTables);
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

    /** Probes of tables that are there already. */
    public ProbePlan(List<ProbeSpec> probes, Endpoint endpoint, Supplier<Optional<ProcessHandle>> server) {
        this(probes, endpoint, server, Set.of());
    }

    Map<Endpoint, Long> statements() {
        return probes.stream()
                .filter(probe -> probe.source() instanceof ProbeSource.Sql)
                .collect(Collectors.groupingBy(this::endpointOf, LinkedHashMap::new, Collectors.counting()));
    }

    Endpoint endpointOf(ProbeSpec probe) {
        return probe.at().map(this::completed).orElse(endpoint);
    }

    private Endpoint completed(Endpoint own) {
        return new Endpoint(
                own.host(),
                own.port(),
                own.database(),
                own.user().isEmpty() ? endpoint.user() : own.user(),
                own.password().equals(Password.NONE) ? endpoint.password() : own.password(),
                own.sslMode() == Defaults.SSL_MODE ? endpoint.sslMode() : own.sslMode(),
                endpoint.sslCa(),
                endpoint.serverPublicKey(),
                endpoint.jdbcDriver(),
                own.driverProperties());
    }

    /** Whether a probe reads tables that are yet to be made, so that its answer says nothing before. */
    boolean comes(ProbeSpec probe) {
        return probe.source() instanceof ProbeSource.Sql sql
                && WORD.matcher(sql.sql()).results().map(MatchResult::group).anyMatch(comingTables::contains);
    }
}
