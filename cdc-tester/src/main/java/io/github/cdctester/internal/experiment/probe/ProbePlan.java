// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Password;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ResultMetric;
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

/** @param toleratesMissingAgents true if an external source may be unavailable at the start */
public record ProbePlan(
        List<ProbeSpec> probes,
        Endpoint endpoint,
        Supplier<Optional<ProcessHandle>> server,
        boolean toleratesMissingAgents) {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_$]+");

    private static final int MAX_PROBES = 100;

    public ProbePlan {
        probes = List.copyOf(probes);
        check(probes);
    }

    public static void check(List<ProbeSpec> probes) {
        if (probes.size() > MAX_PROBES) {
            throw new InvalidPlanException("probes", probes.size() + " probes", "at most " + MAX_PROBES);
        }
        Set<String> names = new HashSet<>();
        for (ProbeSpec probe : probes) {
            if (!names.add(probe.name())) {
                throw new InvalidPlanException(
                        "probes", "two probes are called " + probe.name() + "; give each its own name");
            }
        }
    }

    Map<Endpoint, Long> statementCounts() {
        return probes.stream()
                .filter(probe -> probe.source() instanceof ProbeSource.Sql)
                .collect(Collectors.groupingBy(this::endpointOf, LinkedHashMap::new, Collectors.counting()));
    }

    public int connectionCount() {
        return statementCounts().getOrDefault(endpoint, 0L).intValue();
    }

    public Map<String, String> units() {
        Map<String, String> units = new LinkedHashMap<>();
        probes.forEach(probe -> probe.unitOfNumbers().ifPresent(unit -> units.put(probe.name(), unit)));
        return units;
    }

    Map<String, ResultMetric> comparedMetrics() {
        Map<String, ResultMetric> metrics = new LinkedHashMap<>();
        probes.forEach(probe -> metrics.putAll(probe.comparedMetrics()));
        return metrics;
    }

    Endpoint endpointOf(ProbeSpec probe) {
        return probe.at().map(this::withDefaults).orElse(endpoint);
    }

    private Endpoint withDefaults(Endpoint probeEndpoint) {
        return new Endpoint(
                probeEndpoint.host(),
                probeEndpoint.port(),
                probeEndpoint.database(),
                probeEndpoint.user().isEmpty() ? endpoint.user() : probeEndpoint.user(),
                probeEndpoint.password().equals(Password.NONE) ? endpoint.password() : probeEndpoint.password(),
                probeEndpoint.sslMode() == Defaults.SSL_MODE ? endpoint.sslMode() : probeEndpoint.sslMode(),
                endpoint.sslCa(),
                endpoint.serverPublicKey(),
                probeEndpoint.driverProperties().isEmpty() ? endpoint.client() : Client.AUTO,
                endpoint.jdbcDriver(),
                probeEndpoint.driverProperties());
    }

    static boolean mentionsTable(ProbeSpec probe, Set<String> tables) {
        return probe.source() instanceof ProbeSource.Sql sql
                && WORD.matcher(sql.sql()).results().map(MatchResult::group).anyMatch(tables::contains);
    }
}
