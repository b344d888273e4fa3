// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.config.WorkloadSpec.DisplayedSpec;
import io.github.cdctester.internal.catalog.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** JSON forms of plan components whose JSON differs from their records. */
final class PlanForms {

    private PlanForms() {}

    /** Omits the password, and driver properties that may contain a password. */
    @JsonInclude(Include.NON_NULL)
    record EndpointForm(
            String address,
            String database,
            String user,
            String sslMode,
            @Nullable Path sslCa,
            @Nullable Path serverPublicKey,
            @Nullable String client,
            @Nullable String jdbcDriver,
            @JsonInclude(Include.NON_EMPTY) Map<String, String> driverProperties) {

        static EndpointForm of(Endpoint endpoint) {
            Endpoint masked = endpoint.withoutPassword();
            return new EndpointForm(
                    masked.address(),
                    masked.database(),
                    masked.user(),
                    masked.sslMode().name(),
                    masked.sslCa(),
                    masked.serverPublicKey(),
                    masked.client() == Client.AUTO ? null : masked.client().name(),
                    masked.jdbcDriver() == JdbcDriver.AUTO
                            ? null
                            : masked.jdbcDriver().name(),
                    new TreeMap<>(masked.driverProperties()));
        }

        Endpoint endpoint() {
            int colon = address.lastIndexOf(':');
            return new Endpoint(
                    address.substring(0, colon).replaceAll("^\\[|]$", ""),
                    Integer.parseInt(address.substring(colon + 1)),
                    database,
                    user,
                    Password.NONE,
                    SslMode.valueOf(sslMode),
                    sslCa,
                    serverPublicKey,
                    client == null ? Client.AUTO : Client.valueOf(client),
                    jdbcDriver == null ? JdbcDriver.AUTO : JdbcDriver.valueOf(jdbcDriver),
                    driverProperties);
        }
    }

    /** A changing rate: its initial value, and the duration of the change. */
    record RampForm(double from, Duration seconds) {}

    /** A rate with several levels: their relative heights, and the duration of each level. */
    record ProfileForm(List<Double> heights, Duration seconds) {}

    /**
     * The options of the workload are below the key of its kind, such as {@code sysbench}. {@code transactions} is null for the
     * default.
     */
    record LoadForm(
            String name,
            String workload,
            int threads,
            @Nullable Double rate,
            @Nullable RampForm ramp,
            @Nullable ProfileForm profile,
            @Nullable Arrivals arrivals,
            Duration start,
            Duration length,
            @Nullable Long transactions,
            boolean background,
            @JsonAnyGetter @JsonAnySetter Map<String, Object> options) {

        static LoadForm of(NamedLoad load) {
            DisplayedSpec displayed = load.workload().displayed();
            LoadSpec.OpenLoop open = load.load() instanceof LoadSpec.OpenLoop openLoop ? openLoop : null;
            Rate rate = open == null ? null : open.rate();
            return new LoadForm(
                    load.name(),
                    load.workload().name(),
                    load.load().threads(),
                    rate == null ? null : rate.perSecond(),
                    rate instanceof Rate.Ramp ramp ? new RampForm(ramp.fromPerSecond(), ramp.over()) : null,
                    rate instanceof Rate.Profile levels ? new ProfileForm(levels.heights(), levels.part()) : null,
                    open == null ? null : open.arrivals(),
                    load.start(),
                    load.length(),
                    load.transactions(),
                    load.background(),
                    displayed.key().isEmpty() ? Map.of() : Map.of(displayed.key(), displayed.options()));
        }

        NamedLoad load() {
            WorkloadSpec spec = spec();
            return new NamedLoad(
                    name,
                    spec,
                    loadSpec(),
                    start,
                    length,
                    transactions == null ? spec.transactions() : transactions,
                    background);
        }

        private LoadSpec loadSpec() {
            if (rate == null) {
                return LoadSpec.closedLoop(threads);
            }
            if (ramp != null && profile != null) {
                throw new IllegalArgumentException("the load " + name + " has both a ramp and a profile");
            }
            Rate openLoopRate = ramp != null
                    ? Rate.ramp(ramp.from(), rate, ramp.seconds())
                    : profile != null
                            ? Rate.perSecond(rate).profile(profile.heights(), profile.seconds())
                            : Rate.perSecond(rate);
            return LoadSpec.openLoop(threads, openLoopRate, Objects.requireNonNullElse(arrivals, Defaults.ARRIVALS));
        }

        @SuppressWarnings("unchecked") // the keys of a JSON object are strings
        private WorkloadSpec spec() {
            return options.entrySet().stream()
                    .filter(option -> option.getValue() instanceof Map<?, ?> values && !values.isEmpty())
                    .findFirst()
                    .map(option -> Workloads.specFromResult(
                            workload, option.getKey(), (Map<String, @Nullable Object>) option.getValue()))
                    .orElseThrow(() -> new IllegalArgumentException("the workload " + workload + " has no options"));
        }
    }
}
