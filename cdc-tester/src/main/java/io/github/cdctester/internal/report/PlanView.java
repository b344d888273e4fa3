// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.config.WorkloadSpec.Shown;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
        @Nullable Object sysbench,
        @Nullable Object largeTransaction,
        @Nullable Object tpcc,
        @Nullable Object transfer,
        @Nullable Object own,
        int threads,
        @Nullable Double rate,
        @Nullable RampView ramp,
        @Nullable String arrivals,
        @Nullable BackgroundView background,
        List<LoadView> loads,
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
        @JsonAnyGetter Map<String, Object> otherWorkload) {

    /** Workloads that have had a place of their own since the first version, empty or not; others stand behind it all. */
    private static final Set<String> PLACES = Set.of("sysbench", "largeTransaction", "tpcc", "transfer", "own");

    private static final Shown NOTHING = new Shown("", Map.of());

    /** An endpoint without its password. */
    record EndpointView(String address, String database, String user, String sslMode) {
        static EndpointView of(Endpoint endpoint) {
            return new EndpointView(
                    endpoint.address(),
                    endpoint.database(),
                    endpoint.user(),
                    endpoint.sslMode().name());
        }
    }

    /** One of several streams. */
    record StreamView(String name, String address, String user, String from) {
        static StreamView of(StreamSpec stream) {
            return new StreamView(
                    stream.name(),
                    stream.endpoint().address(),
                    stream.endpoint().user(),
                    stream.from().toString());
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

    /** The second load. */
    record BackgroundView(
            String workload,
            @Nullable Object sysbench,
            @Nullable Object largeTransaction,
            @Nullable Object tpcc,
            @Nullable Object transfer,
            int threads,
            @Nullable Double rate,
            @Nullable RampView ramp,
            @JsonAnyGetter Map<String, Object> otherWorkload) {
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
            @JsonAnyGetter Map<String, Object> options) {
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
                    open == null ? null : open.arrivals().name().toLowerCase(Locale.ROOT),
                    seconds(load.start()),
                    seconds(load.length()),
                    load.transactions(),
                    load.background(),
                    shown.key().isEmpty() ? Map.of() : Map.of(shown.key(), shown.options()));
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
                load instanceof LoadSpec.OpenLoop open ? open.arrivals().name().toLowerCase(Locale.ROOT) : null,
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
                elsewhere(shown));
    }

    private static @Nullable Object at(String place, Shown shown) {
        return shown.key().equals(place) ? shown.options() : null;
    }

    private static Map<String, Object> elsewhere(Shown shown) {
        return shown.key().isEmpty() || PLACES.contains(shown.key()) ? Map.of() : Map.of(shown.key(), shown.options());
    }

    private static String delaySource(SubscriberSpec subscriber) {
        Set<DelaySource> sources = new TreeSet<>(subscriber.sideBySide());
        subscriber.delaySource().ifPresent(sources::add);
        return sources.isEmpty()
                ? "auto"
                : sources.stream()
                        .map(source -> source.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .collect(Collectors.joining(","));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
