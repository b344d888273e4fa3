// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.scenario.LoadReader.ReadLoad;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the phases in order, and their loads. */
final class PhaseReader {

    record PhaseKeys(
            YamlNode node,
            Optional<YamlNode> name,
            Optional<YamlNode> waitFor,
            Optional<YamlNode> loads,
            Optional<YamlNode> observe,
            Optional<BacklogKeys> backlog,
            Optional<YamlNode> until,
            Optional<YamlNode> after) {}

    record BacklogKeys(
            YamlNode node,
            YamlNode until,
            @Default("10s") YamlNode before,
            @Default("10m") Duration catchUpWithin,
            YamlNode loads) {}

    private final LoadReader reader;
    private final EndReader ends;
    private final List<PlannedPhase> phases = new ArrayList<>();
    private final Map<String, NamedLoad> loads = new LinkedHashMap<>();

    PhaseReader(LoadReader reader, EndReader ends) {
        this.reader = reader;
        this.ends = ends;
    }

    List<PlannedPhase> read(YamlNode node) {
        node.elements().forEach(one -> phases.add(phase(Values.BINDER.read(one, PhaseKeys.class))));
        return phases;
    }

    List<NamedLoad> loads() {
        return List.copyOf(loads.values());
    }

    private PlannedPhase phase(PhaseKeys keys) {
        String kind = keys.node().oneOf("wait-for", "loads", "observe", "backlog");
        String name = keys.name().map(YamlNode::text).orElse(kind + "-" + (phases.size() + 1));
        if (name.isBlank() || phases.stream().anyMatch(before -> before.name().equals(name))) {
            throw keys.name()
                    .orElse(keys.node())
                    .problem(name.isBlank() ? "empty; give a name" : "another phase is named '" + name + "'");
        }
        keys.until().filter(node -> !List.of("loads", "observe").contains(kind)).ifPresent(node -> {
            throw node.problem("is for loads and observe; " + kind + " has its own end");
        });
        keys.after().ifPresent(this::endPhaseBefore);
        return switch (kind) {
            case "loads" -> loads(name, keys);
            case "backlog" -> backlog(name, keys.backlog().orElseThrow());
            case "observe" -> {
                Duration length = Values.duration(keys.observe().orElseThrow());
                yield new PlannedPhase.Observe(name, length, keys.until().map(node -> ends.goal(node, length)));
            }
            default -> {
                YamlNode wait = keys.waitFor().orElseThrow();
                Duration timeout = wait.get("timeout").map(Values::duration).orElse(Duration.ofMinutes(5));
                yield PlannedPhase.Observe.waiting(name, ends.goal(wait, timeout, "timeout"), timeout);
            }
        };
    }

    private PlannedPhase loads(String name, PhaseKeys keys) {
        YamlNode node = keys.loads().orElseThrow();
        List<ReadLoad> read = loads(node);
        Map<String, LoadTiming> timings = new LinkedHashMap<>();
        read.forEach(one -> timings.put(one.load().name(), one.timing()));
        timings.keySet().forEach(load -> refuseCycle(load, timings, node));
        List<PhaseEnd> until = new ArrayList<>();
        keys.until().ifPresent(end -> {
            if (read.stream().anyMatch(one -> one.load().length().isZero())) {
                throw end.problem("each load of the phase needs a time, as an upper limit");
            }
            until.add(PhaseEnd.onProbe(ends.goal(end, longest(read))));
        });
        return new PlannedPhase.Loads(name, List.copyOf(timings.keySet()), timings, until);
    }

    /** Returns an upper limit for the end of all loads: the sum of all starts and lengths. */
    private static Duration longest(List<ReadLoad> read) {
        return read.stream()
                .map(each -> each.load().start().plus(each.load().length()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static void refuseCycle(String load, Map<String, LoadTiming> timings, YamlNode node) {
        Optional<String> next = Optional.of(load);
        for (int i = 0; i < timings.size() && next.isPresent(); i++) {
            next = Optional.ofNullable(timings.get(next.get())).flatMap(LoadTiming::after);
            if (next.filter(load::equals).isPresent()) {
                throw node.required(load)
                        .required("after")
                        .problem("the loads wait for each other; one must begin by itself");
            }
        }
    }

    /** Key {@code after}: the previous phase ends with the named load. */
    private void endPhaseBefore(YamlNode after) {
        if (phases.isEmpty() || !(phases.get(phases.size() - 1) instanceof PlannedPhase.Loads before)) {
            throw after.problem("needs a phase of loads before it");
        }
        String load = EndReader.endingLoad(after, before.loads(), "loads of the phase before");
        phases.set(phases.size() - 1, before.endingWith(load));
    }

    private PlannedPhase backlog(String name, BacklogKeys keys) {
        OptionalLong bytes = OptionalLong.empty();
        Optional<Duration> time = Optional.empty();
        for (YamlNode end : keys.until().all()) {
            if (end.text().strip().matches(".*[0-9]\\s*[kKMGT]?i?B")) {
                LimitValue size = end.reportingHere(() -> LimitValue.parse("until", end.text(), "bytes"));
                if (size.value() < 1) {
                    throw end.error(end.text(), "more than 0 bytes");
                }
                bytes = OptionalLong.of(Math.round(size.value()));
            } else {
                time = Optional.of(Values.duration(end));
            }
        }
        List<ReadLoad> read = loads(keys.loads());
        if (read.stream().anyMatch(one -> !one.timing().equals(LoadTiming.PLAIN))) {
            throw keys.loads()
                    .problem("a backlog phase has its own end; give loads a time or events, not until or after");
        }
        Duration before = keys.before().duration();
        Duration catchUpStart = before.plus(time.orElse(Duration.ZERO));
        if (read.stream()
                .map(ReadLoad::load)
                .noneMatch(load -> load.length().isZero()
                        || load.start().plus(load.length()).compareTo(catchUpStart) > 0)) {
            throw keys.loads()
                    .problem("all end before the stream is read again; give one that continues after "
                            + catchUpStart.toMillis() / 1e3 + " s");
        }
        return new PlannedPhase.Backlog(name, names(read), before, bytes, time, keys.catchUpWithin());
    }

    private static List<String> names(List<ReadLoad> read) {
        return read.stream().map(one -> one.load().name()).toList();
    }

    private List<ReadLoad> loads(YamlNode node) {
        List<ReadLoad> read = new ArrayList<>();
        node.entries().forEach((name, load) -> {
            Set<String> others = new LinkedHashSet<>(node.entries().keySet());
            others.remove(name);
            ReadLoad one = reader.read(name, load, others);
            if (loads.put(name, one.load()) != null) {
                throw load.problem("another load is named '" + name + "'; results tell loads apart by name");
            }
            read.add(one);
        });
        if (read.stream().allMatch(one -> one.timing().after().isEmpty())) {
            refuseLateStarts(read.stream().map(ReadLoad::load).toList(), node);
        }
        return read;
    }

    /** Rejects a load that starts after all other loads of its phase have ended: it needs its own phase. */
    private static void refuseLateStarts(List<NamedLoad> loads, YamlNode node) {
        for (NamedLoad load : loads) {
            boolean alone = loads.size() > 1
                    && loads.stream()
                            .filter(other -> !other.name().equals(load.name()))
                            .allMatch(other -> !other.length().isZero()
                                    && other.start().plus(other.length()).compareTo(load.start()) <= 0);
            if (alone) {
                YamlNode keys = node.required(load.name());
                throw keys.get("start")
                        .orElse(keys)
                        .problem("begins at " + load.start().toMillis() / 1_000.0
                                + " s, when the other loads have ended; put it in a phase of its own");
            }
        }
    }
}
