// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.FaultSchedule;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.PayloadCounting;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The plan that a {@link PlanView} shows. */
final class PlanReading {

    private PlanReading() {}

    static Plan of(PlanView view) {
        return new Plan(
                view.endpoint().endpoint(),
                loads(view),
                view.ignoreErrors().equals(List.of("all"))
                        ? new LoadSpec.IgnoredErrors(true, Set.of())
                        : new LoadSpec.IgnoredErrors(
                                false,
                                view.ignoreErrors().stream()
                                        .map(Integer::valueOf)
                                        .collect(Collectors.toSet())),
                new Window(
                        duration(view.warmupTime()),
                        duration(view.time()),
                        view.events(),
                        duration(view.drainTimeout())),
                subscriber(view),
                Words.constant(Verification.class, view.verify()),
                view.replay(),
                inject(view.inject()));
    }

    private static FaultSchedule inject(@Nullable String schedule) {
        return schedule == null ? FaultSchedule.NONE : FaultSchedule.parse(schedule);
    }

    /** Where there is one that is just what its workload says, it stands in the plan itself. */
    private static List<NamedLoad> loads(PlanView view) {
        String workload = view.workload();
        if (!view.loads().isEmpty()) {
            return view.loads().stream().map(PlanReading::load).toList();
        }
        return workload == null
                ? List.of()
                : List.of(NamedLoad.of(
                        WorkloadReading.of(workload, view.places()),
                        load(view.threads(), view.rate(), view.ramp(), view.arrivals())));
    }

    private static NamedLoad load(PlanView.LoadView view) {
        return new NamedLoad(
                view.name(),
                WorkloadReading.of(view.workload(), view.places()),
                load(view.threads(), view.rate(), view.ramp(), view.arrivals()),
                duration(view.start()),
                duration(view.length()),
                view.transactions(),
                view.background());
    }

    private static LoadSpec load(
            int threads, @Nullable Double rate, PlanView.@Nullable RampView ramp, @Nullable String arrivals) {
        if (rate == null) {
            return LoadSpec.closedLoop(threads == 0 ? Defaults.THREADS : threads);
        }
        Rate each = ramp == null ? Rate.perSecond(rate) : Rate.ramp(ramp.from(), rate, duration(ramp.seconds()));
        return LoadSpec.openLoop(
                threads, each, arrivals == null ? Defaults.ARRIVALS : Words.constant(Arrivals.class, arrivals));
    }

    private static SubscriberSpec subscriber(PlanView view) {
        PlanView.EndpointView own = view.cdcEndpoint();
        Optional<DelaySource> main;
        Set<DelaySource> sideBySide = EnumSet.noneOf(DelaySource.class);
        PlanView.DelaySourcesView sources = view.delaySources();
        if (sources != null) {
            main = Optional.ofNullable(sources.main()).map(word -> Words.constant(DelaySource.class, word));
            sources.sideBySide().forEach(word -> sideBySide.add(Words.constant(DelaySource.class, word)));
        } else if (view.delaySource().equals("auto")) {
            main = Optional.empty();
        } else if (view.delaySource().contains(",")) {
            main = Optional.empty();
            Arrays.stream(view.delaySource().split(","))
                    .forEach(word -> sideBySide.add(Words.constant(DelaySource.class, word)));
        } else {
            main = Optional.of(Words.constant(DelaySource.class, view.delaySource()));
        }
        return new SubscriberSpec(
                Optional.ofNullable(own).map(PlanView.EndpointView::endpoint),
                view.failover().stream().map(PlanView.EndpointView::endpoint).toList(),
                StartPosition.parse(view.from()),
                main,
                duration(view.heartbeatInterval()),
                duration(view.resumeTimeout()),
                Words.constant(RowCounting.class, view.rowCounting()),
                view.verifyChecksums(),
                Words.constant(PayloadCounting.class, view.payloads()),
                sideBySide,
                view.streams().stream().map(PlanView.StreamView::stream).toList());
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
