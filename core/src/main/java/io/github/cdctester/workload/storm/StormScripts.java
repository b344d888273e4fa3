// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.workload.storm.StormStep.Effect;
import io.github.cdctester.workload.storm.StormStep.Sql;
import io.github.cdctester.workload.storm.StormStep.Unit;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** What is sent for those kinds of steps that need to know little of a table; the resource {@code steps.txt} says how it is written. */
final class StormScripts {

    private static final Map<StormKind, StormScripts> ALL = read();

    private final List<List<String>> firsts = new ArrayList<>();
    private final List<List<String>> cycle = new ArrayList<>();

    private StormScripts() {}

    private static Map<StormKind, StormScripts> read() {
        Map<StormKind, StormScripts> all = new EnumMap<>(StormKind.class);
        try (InputStream in = Objects.requireNonNull(StormScripts.class.getResourceAsStream("steps.txt"))) {
            StormScripts kind = new StormScripts();
            List<String> script = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("[")) {
                    kind = new StormScripts();
                    all.put(StormKind.of(line.substring(1, line.length() - 1)).orElseThrow(), kind);
                    script = new ArrayList<>();
                } else if (line.equals("first")) {
                    script = new ArrayList<>();
                    kind.firsts.add(script);
                } else if (line.isEmpty()) {
                    script = new ArrayList<>();
                } else if (!line.startsWith("#")) {
                    if (script.isEmpty() && !kind.firsts.contains(script)) {
                        kind.cycle.add(script);
                    }
                    script.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    static boolean has(StormKind kind) {
        return ALL.containsKey(kind);
    }

    /** The lines of a kind that came so often before. */
    static List<String> lines(StormKind kind, int visits) {
        StormScripts of = Objects.requireNonNull(ALL.get(kind));
        return visits < of.firsts.size()
                ? of.firsts.get(visits)
                : of.cycle.get((visits - of.firsts.size()) % of.cycle.size());
    }

    /** Makes units of lines, whose words in braces are filled. */
    static List<Unit> units(List<String> lines, UnaryOperator<String> filled) {
        List<Unit> units = new ArrayList<>();
        List<Sql> group = null;
        for (String line : lines) {
            if (line.equals("{")) {
                group = new ArrayList<>();
            } else if (line.startsWith("}")) {
                units.add(new Unit(List.copyOf(Objects.requireNonNull(group)), line.charAt(1) - '0', true));
                group = null;
            } else if (group != null) {
                group.add(sql(filled.apply(line)));
            } else {
                units.add(new Unit(List.of(sql(filled.apply(line))), line.startsWith("!") ? 0 : 1, false));
            }
        }
        return units;
    }

    private static Sql sql(String line) {
        Effect effect = Effect.of(line.charAt(0));
        String text = effect == Effect.NONE && line.charAt(0) != '!' ? line : line.substring(1);
        return new Sql(
                text,
                effect,
                effect == Effect.NONE || effect == Effect.SELECTED ? "" : text.split(" ", 4)[effect.tableWord()]);
    }
}
