// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Lets all sides read in turn, first in warm-up rounds for the running JVMs and then in counted rounds, and prints a
 * Markdown table: {@code Rounds KIND sides=FILE runs=N [warmup=N] [bytes=N] [pid=N] [title=…] [ask=…] [load=COMMAND]
 * [rotate=true] [raw=FILE]}. KIND is {@code drain}, {@code live} or {@code ceiling}. The file contains a line {@code
 * NAME TAB serve|once TAB COMMAND} per side; the first is the reference. With a load, that command runs during each
 * read. With {@code rotate}, each round starts with another side.
 */
public final class Rounds {

    private static final long TIMEOUT_SECONDS = 900;

    /** Time that the load runs before a reader starts. */
    private static final long LOAD_LEAD_MILLIS = 3_000;

    private record Entry(String name, boolean serve, String command) {}

    private final Map<String, String> options;
    private final long bytes;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Child> served = new LinkedHashMap<>();
    private final Map<String, List<Map<String, Double>>> results = new LinkedHashMap<>();
    private final Map<String, Map<String, Double>> warmUpReads = new LinkedHashMap<>();
    private final StringBuilder raw = new StringBuilder();
    private boolean failed;

    private Rounds(Map<String, String> options) throws IOException {
        this.options = options;
        bytes = Long.parseLong(options.getOrDefault("bytes", "0"));
        for (String line : Files.readAllLines(Path.of(options.get("sides")))) {
            String[] fields = line.split("\t", 3);
            entries.add(new Entry(fields[0], fields[1].equals("serve"), fields[2]));
        }
    }

    public static void main(String... arguments) throws IOException, InterruptedException {
        Rounds rounds = execute(Target.options(arguments));
        System.out.println();
        switch (arguments[0]) {
            case "drain" -> rounds.printDrain();
            case "live" -> rounds.printLive();
            case "ceiling" -> rounds.printCeiling();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(rounds.failed ? 1 : 0);
    }

    /** Executes all rounds. */
    static Rounds execute(Map<String, String> options) throws IOException, InterruptedException {
        Rounds rounds = new Rounds(options);
        try {
            int runs = Integer.parseInt(options.get("runs"));
            for (int round = 1 - Integer.parseInt(options.getOrDefault("warmup", "1")); round <= runs; round++) {
                rounds.round(round);
            }
        } finally {
            for (Child child : rounds.served.values()) {
                child.close();
            }
            if (options.containsKey("raw")) {
                Files.writeString(Path.of(options.get("raw")), rounds.raw);
            }
        }
        return rounds;
    }

    /** Returns the names of the sides in order. */
    List<String> names() {
        return entries.stream().map(Entry::name).toList();
    }

    /** Returns the counted rounds of a side, or {@code null} if none succeeded. */
    List<Map<String, Double>> results(String name) {
        return results.get(name);
    }

    /** Returns true if a side failed in a round. */
    boolean failed() {
        return failed;
    }

    private void round(int round) throws IOException, InterruptedException {
        List<Entry> inTurn = new ArrayList<>(entries);
        if (options.getOrDefault("rotate", "false").equals("true")) {
            Collections.rotate(inTurn, -round);
        }
        for (Entry entry : inTurn) {
            if (round < 1 && !entry.serve()) {
                continue; // starts again in each round, so there is nothing to warm up
            }
            long serverBefore = serverTicks();
            Map<String, String> answer;
            try (Child load = options.containsKey("load") ? new Child(options.get("load")) : null) {
                Thread.sleep(load == null ? 0 : LOAD_LEAD_MILLIS);
                answer = ask(entry);
                if (load != null && !load.isAlive()) {
                    answer.put("error", "the load ended before the read:_see_its_messages_above");
                }
            }
            long serverTicks = serverTicks() - serverBefore;
            String line = (round < 1 ? "warm-up" : "round " + round) + " " + entry.name() + " " + answer;
            System.err.println(line);
            raw.append(line).append('\n');
            if (!isValid(entry, answer)) {
                failed = true;
                continue;
            }
            Map<String, Double> numbers = new LinkedHashMap<>();
            answer.forEach((name, value) -> numbers.put(name, Double.valueOf(value)));
            numbers.put("server", serverTicks / 100.0);
            if (round > 0) {
                results.computeIfAbsent(entry.name(), name -> new ArrayList<>()).add(numbers);
            } else {
                warmUpReads.putIfAbsent(entry.name(), numbers);
            }
        }
    }

    private Map<String, String> ask(Entry entry) throws IOException, InterruptedException {
        String question = options.getOrDefault("ask", "");
        if (!entry.serve()) {
            try (Child child = new Child(entry.command())) {
                return child.ask(question, TIMEOUT_SECONDS);
            }
        }
        Child child = served.get(entry.name());
        if (child == null) {
            child = new Child(entry.command());
            served.put(entry.name(), child);
        }
        return child.ask(question, TIMEOUT_SECONDS);
    }

    /** Returns true if the side succeeded and, if it reports bytes, has read the whole log. */
    private boolean isValid(Entry entry, Map<String, String> answer) {
        if (answer.containsKey("error")) {
            System.err.println(entry.name() + " failed: " + answer.get("error"));
            return false;
        }
        String seen = answer.getOrDefault("bytes", "-1");
        if (bytes > 0 && !seen.equals("-1") && Long.parseLong(seen) != bytes) {
            System.err.println(entry.name() + " saw " + seen + " bytes, and the log has " + bytes);
            return false;
        }
        return true;
    }

    /** Returns the bytes of a read: the log, or the part of it that the side reports to have read. */
    private double bytesOf(Map<String, Double> read) {
        return read.getOrDefault("part", (double) bytes);
    }

    private void printDrain() {
        System.out.println("### " + options.getOrDefault("title", ""));
        System.out.println();
        System.out.println(
                "| reader | MB/s | to discarding | CPU s/GB | server's CPU, of one core | first read of its JVM, CPU s/GB |");
        System.out.println("|---|---|---|---|---|---|");
        ToDoubleFunction<Map<String, Double>> speed = n -> bytesOf(n) / 1e6 / n.get("seconds");
        double ceiling = Figures.median(results.get(entries.get(0).name()), speed);
        for (Entry entry : entries) {
            List<Map<String, Double>> runs = results.get(entry.name());
            Map<String, Double> first = warmUpReads.get(entry.name());
            System.out.println("| " + entry.name() + " | "
                    + Figures.spread(runs, "%.0f", speed) + " | "
                    + Figures.number("%.2f", Figures.median(runs, speed) / ceiling) + " | "
                    + Figures.spread(runs, "%.2f", n -> n.get("cpu") / (bytesOf(n) / 1e9)) + " | "
                    + Figures.spread(runs, "%.0f %%", n -> 100 * n.get("server") / n.get("seconds")) + " | "
                    + (first == null ? "–" : Figures.number("%.2f", first.get("cpu") / (bytes / 1e9))) + " |");
        }
        System.out.println();
    }

    private void printLive() {
        System.out.println("| reader | p50 µs | p99 ms | max ms | transactions/s | p50 to the first |");
        System.out.println("|---|---|---|---|---|---|");
        double reference = Figures.median(results.get(entries.get(0).name()), n -> n.get("p50us"));
        for (Entry entry : entries) {
            List<Map<String, Double>> runs = results.get(entry.name());
            System.out.println("| " + entry.name() + " | "
                    + Figures.spread(runs, "%.0f", n -> n.get("p50us")) + " | "
                    + Figures.spread(runs, "%.2f", n -> n.get("p99us") / 1e3) + " | "
                    + Figures.spread(runs, "%.1f", n -> n.get("maxus") / 1e3) + " | "
                    + Figures.spread(runs, "%.0f", n -> n.get("count") / n.get("seconds")) + " | "
                    + Figures.number("%.2f", Figures.median(runs, n -> n.get("p50us")) / reference) + " |");
        }
        System.out.println();
    }

    private void printCeiling() {
        System.out.println("| reader | MB/s | M events/s | M events per CPU second | CPU s/GB |");
        System.out.println("|---|---|---|---|---|");
        double events = Double.parseDouble(options.get("events"));
        for (Entry entry : entries) {
            List<Map<String, Double>> runs = results.get(entry.name());
            System.out.println("| " + entry.name() + " | "
                    + Figures.spread(runs, "%.0f", n -> bytes / 1e6 / n.get("seconds")) + " | "
                    + Figures.spread(runs, "%.2f", n -> events / 1e6 / n.get("seconds")) + " | "
                    + Figures.spread(runs, "%.2f", n -> events / 1e6 / n.get("cpu")) + " | "
                    + Figures.spread(runs, "%.2f", n -> n.get("cpu") / (bytes / 1e9)) + " |");
        }
        System.out.println();
    }

    /** Returns the CPU time of the server so far, in the kernel's hundredths of a second. */
    private long serverTicks() throws IOException {
        if (!options.containsKey("pid")) {
            return 0;
        }
        String stat = Files.readString(Path.of("/proc", options.get("pid"), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }
}
