// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.cdctester.config.BackgroundLoad;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.JdbcDriver;
import io.github.cdctester.config.LargeTransactionSpec;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.ProvidedSpec;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.ScriptSpec;
import io.github.cdctester.config.SslMode;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SysbenchSpec;
import io.github.cdctester.config.TpccSpec;
import io.github.cdctester.config.TransferSpec;
import io.github.cdctester.config.WorkloadSpec;
import java.nio.file.Path;
import java.time.Duration;
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
        @Nullable SysbenchView sysbench,
        @Nullable LargeTransactionView largeTransaction,
        @Nullable TpccView tpcc,
        @Nullable TransferView transfer,
        @Nullable OwnView own,
        int threads,
        @Nullable Double rate,
        @Nullable RampView ramp,
        @Nullable String arrivals,
        @Nullable BackgroundView background,
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
        double resumeTimeout) {

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

    /** Large transactions; one of the sizes follows from the others and is {@code null}. */
    record LargeTransactionView(
            String trxKind,
            long trxBytes,
            @Nullable Long rowBytes,
            @Nullable Long rows,
            long trxCount) {
        static LargeTransactionView of(LargeTransactionSpec spec) {
            return new LargeTransactionView(
                    spec.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    spec.trxBytes(),
                    spec.rows() > 0 ? null : spec.rowBytes(),
                    spec.rows() > 0 ? spec.rows() : null,
                    spec.transactions());
        }
    }

    /** The options of the workload like TPC-C. */
    record TpccView(int warehouses, List<Integer> mix, boolean deck, boolean thinkTimes, long randSeed) {
        static TpccView of(TpccSpec spec) {
            return new TpccView(
                    spec.warehouses(), spec.mix().weights(), spec.mix().deck(), spec.thinkTimes(), spec.randSeed());
        }
    }

    /** The options of transfers; how they are drawn and sent is in sysbench's words. */
    record TransferView(
            int accounts,
            int transfers,
            String randType,
            long randSeed,
            String dbPsMode,
            int reconnect,
            int randSpecIter,
            int randSpecPct,
            int randSpecRes,
            double randParetoH,
            double randZipfianExp) {
        static @Nullable TransferView of(@Nullable WorkloadSpec workload) {
            return workload instanceof TransferSpec spec
                    ? new TransferView(
                            spec.accounts(),
                            spec.transfers(),
                            spec.random().type().name().toLowerCase(Locale.ROOT),
                            spec.random().seed(),
                            spec.sending().psMode().name().toLowerCase(Locale.ROOT),
                            spec.sending().reconnect(),
                            spec.random().special().iterations(),
                            spec.random().special().percent(),
                            spec.random().special().share(),
                            spec.random().paretoH(),
                            spec.random().zipfianExponent())
                    : null;
        }
    }

    /** The second load. */
    record BackgroundView(
            String workload,
            @Nullable SysbenchView sysbench,
            @Nullable LargeTransactionView largeTransaction,
            @Nullable TpccView tpcc,
            @Nullable TransferView transfer,
            int threads,
            @Nullable Double rate,
            @Nullable RampView ramp,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            OwnView own,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String arrivals) {
        static BackgroundView of(BackgroundLoad background) {
            WorkloadSpec workload = background.workload();
            return new BackgroundView(
                    workload.name(),
                    workload instanceof SysbenchSpec spec ? SysbenchView.of(spec) : null,
                    workload instanceof LargeTransactionSpec large ? LargeTransactionView.of(large) : null,
                    workload instanceof TpccSpec spec ? TpccView.of(spec) : null,
                    TransferView.of(workload),
                    background.load().threads(),
                    background.load() instanceof LoadSpec.OpenLoop open
                            ? open.rate().perSecond()
                            : null,
                    RampView.of(background.load()),
                    OwnView.of(workload),
                    PlanView.arrivals(background.load()));
        }
    }

    /**
     * A workload of one's own.
     *
     * @param file where it is written; {@code null} for that of a provider
     */
    record OwnView(
            @Nullable String file,
            Map<String, String> options,
            String randType,
            long randSeed,
            double randParetoH,
            double randZipfianExp,
            String dbPsMode,
            boolean skipTrx,
            int reconnect,
            int randSpecIter,
            int randSpecPct,
            int randSpecRes,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String yaml) {
        static @Nullable OwnView of(@Nullable WorkloadSpec workload) {
            if (workload instanceof ScriptSpec spec) {
                return of(spec.source(), spec.yaml(), spec.options(), spec.random(), spec.sending());
            }
            return workload instanceof ProvidedSpec spec
                    ? of(null, null, spec.options(), spec.random(), spec.sending())
                    : null;
        }

        private static OwnView of(
                @Nullable String file,
                @Nullable String yaml,
                Map<String, String> options,
                RandomNumbers random,
                StatementSending sending) {
            return new OwnView(
                    file,
                    new TreeMap<>(options),
                    random.type().name().toLowerCase(Locale.ROOT),
                    random.seed(),
                    random.paretoH(),
                    random.zipfianExponent(),
                    sending.psMode().name().toLowerCase(Locale.ROOT),
                    sending.skipTrx(),
                    sending.reconnect(),
                    random.special().iterations(),
                    random.special().percent(),
                    random.special().share(),
                    yaml);
        }
    }

    static PlanView of(Plan plan) {
        WorkloadSpec workload = plan.workload().orElse(null);
        LoadSpec load = plan.load();
        return new PlanView(
                EndpointView.of(plan.endpoint()),
                plan.subscriber().endpoint().map(EndpointView::of).orElse(null),
                plan.subscriber().failover().stream().map(Endpoint::address).toList(),
                plan.subscriber().streams().stream().map(StreamView::of).toList(),
                workload == null ? null : workload.name(),
                workload instanceof SysbenchSpec spec ? SysbenchView.of(spec) : null,
                workload instanceof LargeTransactionSpec large ? LargeTransactionView.of(large) : null,
                workload instanceof TpccSpec spec ? TpccView.of(spec) : null,
                TransferView.of(workload),
                OwnView.of(workload),
                workload == null ? 0 : load.threads(),
                load instanceof LoadSpec.OpenLoop open ? open.rate().perSecond() : null,
                RampView.of(load),
                arrivals(load),
                plan.background().map(BackgroundView::of).orElse(null),
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
                seconds(plan.subscriber().resumeTimeout()));
    }

    /** The plan that is shown, with endpoints that have no password. */
    Plan plan() {
        return PlanReading.of(this);
    }

    private static @Nullable String arrivals(LoadSpec load) {
        return load instanceof LoadSpec.OpenLoop open ? Words.of(open.arrivals()) : null;
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
