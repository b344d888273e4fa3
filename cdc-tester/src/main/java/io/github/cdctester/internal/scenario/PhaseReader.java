// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.scenario.LoadReader.TimedLoad;
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

/** Reads the phases and their loads. */
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

    private final LoadReader loadReader;
    private final EndReader endReader;
    private final List<PlannedPhase> phases = new ArrayList<>();
    private final Map<String, NamedLoad> loads = new LinkedHashMap<>();

    PhaseReader(LoadReader loadReader, EndReader endReader) {
        this.loadReader = loadReader;
        this.endReader = endReader;
    }

    List<PlannedPhase> read(YamlNode node) {
        node.elements().forEach(element -> phases.add(readPhase(Values.BINDER.read(element, PhaseKeys.class))));
        return phases;
    }

    List<NamedLoad> loads() {
        return List.copyOf(loads.values());
    }

    private PlannedPhase readPhase(PhaseKeys keys) {
        String kind = keys.node().oneOf("wait-for", "loads", "observe", "backlog");
        String name = keys.name().map(YamlNode::text).orElse(kind + "-" + (phases.size() + 1));
        if (name.isBlank()
                || phases.stream().anyMatch(previous -> previous.name().equals(name))) {
            throw keys.name()
                    .orElse(keys.node())
                    .problem(name.isBlank() ? "empty; give a name" : "another phase is named '" + name + "'");
        }
        keys.until().filter(node -> !List.of("loads", "observe").contains(kind)).ifPresent(node -> {
            throw node.problem("is for loads and observe; " + kind + " has its own end");
        });
        keys.after().ifPresent(this::endPreviousPhase);
        return switch (kind) {
            case "loads" -> loadsPhase(name, keys);
            case "backlog" -> backlogPhase(name, keys.backlog().orElseThrow());
            case "observe" -> {
                Duration length = Values.duration(keys.observe().orElseThrow());
                yield new PlannedPhase.Observe(name, length, keys.until().map(node -> endReader.goal(node, length)));
            }
            default -> {
                YamlNode wait = keys.waitFor().orElseThrow();
                Duration timeout = wait.get("timeout").map(Values::duration).orElse(Duration.ofMinutes(5));
                yield PlannedPhase.Observe.waiting(name, endReader.goal(wait, timeout, "timeout"), timeout);
            }
        };
    }

    private PlannedPhase loadsPhase(String name, PhaseKeys keys) {
        YamlNode node = keys.loads().orElseThrow();
        List<TimedLoad> phaseLoads = readLoads(node);
        Map<String, LoadTiming> timings = new LinkedHashMap<>();
        phaseLoads.forEach(timedLoad -> timings.put(timedLoad.load().name(), timedLoad.timing()));
        timings.keySet().forEach(load -> refuseCycle(load, timings, node));
        List<PhaseEnd> until = new ArrayList<>();
        keys.until().ifPresent(endNode -> {
            if (phaseLoads.stream()
                    .anyMatch(timedLoad -> timedLoad.load().length().isZero())) {
                throw endNode.problem("each load of the phase needs a time, as an upper limit");
            }
            until.add(PhaseEnd.onProbe(endReader.goal(endNode, endLimit(phaseLoads))));
        });
        return new PlannedPhase.Loads(name, List.copyOf(timings.keySet()), timings, until);
    }

    /** The sum of all starts and lengths is an upper limit for the end of all loads. */
    private static Duration endLimit(List<TimedLoad> phaseLoads) {
        return phaseLoads.stream()
                .map(phaseLoad -> phaseLoad.load().start().plus(phaseLoad.load().length()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static void refuseCycle(String load, Map<String, LoadTiming> timings, YamlNode node) {
        Optional<String> nextLoad = Optional.of(load);
        for (int i = 0; i < timings.size() && nextLoad.isPresent(); i++) {
            nextLoad = Optional.ofNullable(timings.get(nextLoad.get())).flatMap(LoadTiming::after);
            if (nextLoad.filter(load::equals).isPresent()) {
                throw node.required(load)
                        .required("after")
                        .problem("the loads wait for each other; one must begin by itself");
            }
        }
    }

    /** The previous phase also ends when the load in {@code after} ends. */
    private void endPreviousPhase(YamlNode after) {
        if (phases.isEmpty() || !(phases.get(phases.size() - 1) instanceof PlannedPhase.Loads previous)) {
            throw after.problem("needs a phase of loads before it");
        }
        String load = EndReader.endingLoad(after, previous.loads(), "loads of the phase before");
        phases.set(phases.size() - 1, previous.endingWith(load));
    }

    private PlannedPhase backlogPhase(String name, BacklogKeys keys) {
        OptionalLong bytes = OptionalLong.empty();
        Optional<Duration> time = Optional.empty();
        for (YamlNode endNode : keys.until().elementsOrSelf()) {
            if (endNode.text().strip().matches(".*[0-9]\\s*[kKMGT]?i?B")) {
                LimitValue size = endNode.withErrorsAtNode(() -> LimitValue.parse("until", endNode.text(), "bytes"));
                if (size.value() < 1) {
                    throw endNode.error(endNode.text(), "more than 0 bytes");
                }
                bytes = OptionalLong.of(Math.round(size.value()));
            } else {
                time = Optional.of(Values.duration(endNode));
            }
        }
        List<TimedLoad> phaseLoads = readLoads(keys.loads());
        if (phaseLoads.stream().anyMatch(timedLoad -> !timedLoad.timing().equals(LoadTiming.PLAIN))) {
            throw keys.loads()
                    .problem("a backlog phase has its own end; give loads a time or events, not until or after");
        }
        Duration before = keys.before().duration();
        Duration catchUpStart = before.plus(time.orElse(Duration.ZERO));
        if (phaseLoads.stream()
                .map(TimedLoad::load)
                .noneMatch(load -> load.length().isZero()
                        || load.start().plus(load.length()).compareTo(catchUpStart) > 0)) {
            throw keys.loads()
                    .problem("all end before the stream is read again; give one that continues after "
                            + catchUpStart.toMillis() / 1e3 + " s");
        }
        return new PlannedPhase.Backlog(name, loadNames(phaseLoads), before, bytes, time, keys.catchUpWithin());
    }

    private static List<String> loadNames(List<TimedLoad> phaseLoads) {
        return phaseLoads.stream().map(timedLoad -> timedLoad.load().name()).toList();
    }

    private List<TimedLoad> readLoads(YamlNode node) {
        List<TimedLoad> phaseLoads = new ArrayList<>();
        node.entries().forEach((name, load) -> {
            Set<String> otherLoads = new LinkedHashSet<>(node.entries().keySet());
            otherLoads.remove(name);
            TimedLoad timedLoad = loadReader.read(name, load, otherLoads);
            if (loads.put(name, timedLoad.load()) != null) {
                throw load.problem("another load is named '" + name + "'; results tell loads apart by name");
            }
            phaseLoads.add(timedLoad);
        });
        if (phaseLoads.stream().allMatch(timedLoad -> timedLoad.timing().after().isEmpty())) {
            refuseLateStarts(phaseLoads.stream().map(TimedLoad::load).toList(), node);
        }
        return phaseLoads;
    }

    /** A load that starts after all other loads of its phase have ended needs its own phase. */
    private static void refuseLateStarts(List<NamedLoad> loads, YamlNode node) {
        for (NamedLoad load : loads) {
            boolean isAlone = loads.size() > 1
                    && loads.stream()
                            .filter(other -> !other.name().equals(load.name()))
                            .allMatch(other -> !other.length().isZero()
                                    && other.start().plus(other.length()).compareTo(load.start()) <= 0);
            if (isAlone) {
                YamlNode keys = node.required(load.name());
                throw keys.get("start")
                        .orElse(keys)
                        .problem("begins at " + load.start().toMillis() / 1_000.0
                                + " s, when the other loads have ended; put it in a phase of its own");
            }
        }
    }
}
