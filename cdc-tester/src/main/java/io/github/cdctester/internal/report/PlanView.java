// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.config.WorkloadSpec.Shown;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A plan as result.json shows it: flat, in the command line's words, and without passwords. */
record PlanView(
        EndpointView endpoint,
        @Nullable EndpointView cdcEndpoint,
        List<String> cdcFailover,
        List<StreamView> streams,
        @Nullable String workload,
        @Nullable Map<String, @Nullable Object> sysbench,
        @Nullable Map<String, @Nullable Object> largeTransaction,
        @Nullable Map<String, @Nullable Object> tpcc,
        @Nullable Map<String, @Nullable Object> transfer,
        @Nullable Map<String, @Nullable Object> own,
        int threads,
        @Nullable Double rate,
        @Nullable RampView ramp,
        @Nullable String arrivals,
        @Nullable BackgroundView background,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LoadView> loads,
        List<String> ignoreErrors,
        double warmupTime,
        double time,
        long events,
        double drainTimeout,
        String from,
        String delaySource,
        double heartbeatInterval,
        String rowCounting,
        boolean verifyChecksums,
        String payloads,
        String verify,
        boolean replay,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<EndpointView> failover,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable DelaySourcesView delaySources,
        double resumeTimeout,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String inject,
        @JsonAnyGetter @JsonAnySetter Map<String, Object> otherWorkload) {

    /** Workloads that have had a place of their own since the first version, empty or not; others stand behind it all. */
    private static final Set<String> PLACES = Set.of("sysbench", "largeTransaction", "tpcc", "transfer", "own");

    private static final Shown NOTHING = new Shown("", Map.of());

    /** An endpoint without its password, and without what a driver's property holds that may be one. */
    record EndpointView(
            String address,
            String database,
            String user,
            String sslMode,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String sslCa,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String serverPublicKey,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String jdbcDriver,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> driverProperties) {
        static EndpointView of(Endpoint endpoint) {
            Endpoint shown = endpoint.withoutPassword();
            Path ca = shown.sslCa();
            Path key = shown.serverPublicKey();
            return new EndpointView(
                    shown.address(),
                    shown.database(),
                    shown.user(),
                    shown.sslMode().name(),
                    ca == null ? null : ca.toString(),
                    key == null ? null : key.toString(),
                    shown.jdbcDriver() == JdbcDriver.AUTO
                            ? null
                            : shown.jdbcDriver().name(),
                    new TreeMap<>(shown.driverProperties()));
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
                    sslCa == null ? null : Path.of(sslCa),
                    serverPublicKey == null ? null : Path.of(serverPublicKey),
                    jdbcDriver == null ? JdbcDriver.AUTO : JdbcDriver.valueOf(jdbcDriver),
                    driverProperties);
        }
    }

    /** One of several streams. */
    record StreamView(String name, String address, String user, String from, EndpointView endpoint) {
        static StreamView of(StreamSpec stream) {
            return new StreamView(
                    stream.name(),
                    stream.endpoint().address(),
                    stream.endpoint().user(),
                    stream.from().toString(),
                    EndpointView.of(stream.endpoint()));
        }

        StreamSpec stream() {
            return new StreamSpec(name, endpoint.endpoint(), StartPosition.parse(from));
        }
    }

    /** Where the one line of {@code delaySource} does not tell which of several is the main one. */
    record DelaySourcesView(@Nullable String main, List<String> sideBySide) {
        static @Nullable DelaySourcesView of(SubscriberSpec subscriber) {
            boolean told = subscriber.sideBySide().isEmpty()
                    || subscriber.delaySource().isEmpty()
                            && subscriber.sideBySide().size() > 1;
            return told
                    ? null
                    : new DelaySourcesView(
                            subscriber.delaySource().map(Words::of).orElse(null),
                            new TreeSet<>(subscriber.sideBySide())
                                    .stream().map(Words::of).toList());
        }
    }

    /** How an open loop comes to its rate. */
    record RampView(double from, double seconds) {
        static @Nullable RampView of(LoadSpec load) {
            return load instanceof LoadSpec.OpenLoop open && open.rate().isRamp()
                    ? new RampView(
                            open.rate().fromPerSecond(),
                            PlanView.seconds(open.rate().ramp()))
                    : null;
        }
    }

    /** The load in the background. */
    record BackgroundView(
            String workload,
            @Nullable Map<String, @Nullable Object> sysbench,
            @Nullable Map<String, @Nullable Object> largeTransaction,
            @Nullable Map<String, @Nullable Object> tpcc,
            @Nullable Map<String, @Nullable Object> transfer,
            int threads,
            @Nullable Double rate,
            @Nullable RampView ramp,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, @Nullable Object> own,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String arrivals,

            @JsonAnyGetter @JsonAnySetter Map<String, Object> otherWorkload) {
        static BackgroundView of(NamedLoad background) {
            Shown shown = background.workload().shown();
            return new BackgroundView(
                    background.workload().name(),
                    at("sysbench", shown),
                    at("largeTransaction", shown),
                    at("tpcc", shown),
                    at("transfer", shown),
                    background.load().threads(),
                    background.load() instanceof LoadSpec.OpenLoop open
                            ? open.rate().perSecond()
                            : null,
                    RampView.of(background.load()),
                    at("own", shown),
                    PlanView.arrivals(background.load()),
                    elsewhere(shown));
        }
    }

    /** One of several loads, or one that is not what its workload alone says; empty otherwise. */
    record LoadView(
            String name,
            String workload,
            int threads,
            @Nullable Double rate,
            @Nullable RampView ramp,
            @Nullable String arrivals,
            double start,
            double length,
            long transactions,
            boolean background,
            @JsonAnyGetter @JsonAnySetter Map<String, Object> options) {
        static List<LoadView> of(Plan plan) {
            boolean plain =
                    plan.loads().stream().allMatch(load -> load.equals(NamedLoad.of(load.workload(), load.load())));
            return plan.loads().size() < 2 && plain
                    ? List.of()
                    : plan.loads().stream().map(LoadView::of).toList();
        }

        private static LoadView of(NamedLoad load) {
            Shown shown = load.workload().shown();
            LoadSpec.OpenLoop open = load.load() instanceof LoadSpec.OpenLoop paced ? paced : null;
            return new LoadView(
                    load.name(),
                    load.workload().name(),
                    load.load().threads(),
                    open == null ? null : open.rate().perSecond(),
                    RampView.of(load.load()),
                    PlanView.arrivals(load.load()),
                    seconds(load.start()),
                    seconds(load.length()),
                    load.transactions(),
                    load.background(),
                    shown.key().isEmpty() ? Map.of() : Map.of(shown.key(), shown.options()));
        }

        Map<String, @Nullable Map<String, @Nullable Object>> places() {
            return PlanView.places(null, null, null, null, null, options);
        }
    }

    static PlanView of(Plan plan) {
        NamedLoad first = plan.firstLoad().orElse(null);
        WorkloadSpec workload = first == null ? null : first.workload();
        Shown shown = workload == null ? NOTHING : workload.shown();
        LoadSpec load = first == null ? LoadSpec.closedLoop(1) : first.load();
        return new PlanView(
                EndpointView.of(plan.endpoint()),
                plan.subscriber().endpoint().map(EndpointView::of).orElse(null),
                plan.subscriber().failover().stream().map(Endpoint::address).toList(),
                // not the plan's: those of one endpoint stand in cdcEndpoint and from, where every version has had them
                plan.subscriber().streams().stream().map(StreamView::of).toList(),
                workload == null ? null : workload.name(),
                at("sysbench", shown),
                at("largeTransaction", shown),
                at("tpcc", shown),
                at("transfer", shown),
                at("own", shown),
                workload == null ? 0 : load.threads(),
                load instanceof LoadSpec.OpenLoop open ? open.rate().perSecond() : null,
                RampView.of(load),
                arrivals(load),
                plan.loads().stream()
                        .filter(NamedLoad::background)
                        .findFirst()
                        .map(BackgroundView::of)
                        .orElse(null),
                LoadView.of(plan),
                plan.ignoredErrors().all()
                        ? List.of("all")
                        : new TreeSet<>(plan.ignoredErrors().codes())
                                .stream().map(String::valueOf).toList(),
                seconds(plan.window().warmUp()),
                seconds(plan.window().measure()),
                plan.window().events(),
                seconds(plan.window().drainTimeout()),
                plan.subscriber().from().toString(),
                delaySource(plan.subscriber()),
                seconds(plan.subscriber().heartbeatInterval()),
                plan.subscriber().rowCounting().name().toLowerCase(Locale.ROOT),
                plan.subscriber().verifyChecksums(),
                plan.subscriber().payloads().name().toLowerCase(Locale.ROOT),
                plan.verification().name().toLowerCase(Locale.ROOT),
                plan.replay(),
                plan.subscriber().failover().stream().map(EndpointView::of).toList(),
                DelaySourcesView.of(plan.subscriber()),
                seconds(plan.subscriber().resumeTimeout()),
                plan.inject().isEmpty() ? null : plan.inject().toString(),
                elsewhere(shown));
    }

    /** Where a workload's options may stand. */
    Map<String, @Nullable Map<String, @Nullable Object>> places() {
        return places(sysbench, largeTransaction, tpcc, transfer, own, otherWorkload);
    }

    @SuppressWarnings("unchecked") // JSON's objects have texts for keys
    private static Map<String, @Nullable Map<String, @Nullable Object>> places(
            @Nullable Map<String, @Nullable Object> sysbench,
            @Nullable Map<String, @Nullable Object> largeTransaction,
            @Nullable Map<String, @Nullable Object> tpcc,
            @Nullable Map<String, @Nullable Object> transfer,
            @Nullable Map<String, @Nullable Object> own,
            Map<String, Object> others) {
        Map<String, @Nullable Map<String, @Nullable Object>> places = new LinkedHashMap<>();
        places.put("sysbench", sysbench);
        places.put("largeTransaction", largeTransaction);
        places.put("tpcc", tpcc);
        places.put("transfer", transfer);
        places.put("own", own);
        others.forEach((name, value) -> {
            if (value instanceof Map<?, ?> options) {
                places.put(name, (Map<String, @Nullable Object>) options);
            }
        });
        return places;
    }

    /** The plan that is shown, with endpoints that have no password. */
    Plan plan() {
        return PlanReading.of(this);
    }

    private static @Nullable String arrivals(LoadSpec load) {
        return load instanceof LoadSpec.OpenLoop open ? Words.of(open.arrivals()) : null;
    }

    private static @Nullable Map<String, @Nullable Object> at(String place, Shown shown) {
        return shown.key().equals(place) ? shown.options() : null;
    }

    private static Map<String, Object> elsewhere(Shown shown) {
        return shown.key().isEmpty() || PLACES.contains(shown.key()) ? Map.of() : Map.of(shown.key(), shown.options());
    }

    private static String delaySource(SubscriberSpec subscriber) {
        Set<DelaySource> sources = new TreeSet<>(subscriber.sideBySide());
        subscriber.delaySource().ifPresent(sources::add);
        return sources.isEmpty() ? "auto" : sources.stream().map(Words::of).collect(Collectors.joining(","));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
