// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.FamilyOption.Role;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.workload.Workload;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The options of storm workloads. */
public final class StormFamily implements WorkloadFamily {

    /**
     * Schema changes under load. A seed determines the sequence of steps for each of many tables.
     *
     * @param tables number of tables, 10 to {@value #MAX_TABLES}
     * @param kinds names of the kinds of steps, such as {@code add-column}; {@code all} for all kinds that the server supports
     * @param steps number of steps of all workers after which the load ends; 0 for no limit
     * @param blobBytes the largest value of the kind {@code blob}, from 1 byte to 1 GiB
     * @param seed seed of the sequence; 0 for a new seed in each run
     * @param stamped true if rows have the columns {@code cdc_seq} and {@code cdc_at}, which identify the last transaction that wrote
     *     the row
     * @param only the numbers of the steps that are sent; empty for all steps
     * @param file receives the SQL of the steps, and the numbers in the GTIDs of their transactions; empty for none
     */
    public record Storm(
            int tables,
            List<String> kinds,
            long steps,
            long blobBytes,
            long seed,
            boolean stamped,
            BitSet only,
            Optional<Path> file)
            implements WorkloadSpec {

        static final String NAME = "storm";
        static final int MIN_TABLES = 10;
        static final int MAX_TABLES = 100_000;
        static final long MAX_BLOB_BYTES = 1L << 30;
        private static final String STEP_RANGES = "(\\d{1,7}(-\\d{1,7})?(,\\d{1,7}(-\\d{1,7})?)*)?";
        static final String ALL = "all";
        static final String FILE = "storm-steps.sql";
        static final long BLOB_BYTES = 1 << 20;

        public Storm {
            if (tables < MIN_TABLES || tables > MAX_TABLES) {
                throw new InvalidPlanException(
                        "tables", tables, "a whole number from " + MIN_TABLES + " to " + MAX_TABLES + " with storm");
            }
            if (steps < 0) {
                throw new InvalidPlanException("stormSteps", steps, "a whole number from 0");
            }
            if (blobBytes < 1 || blobBytes > MAX_BLOB_BYTES) {
                throw new InvalidPlanException("stormBlob", blobBytes, "1 byte to 1 GiB");
            }
            kinds = List.copyOf(kinds);
            for (String kind : kinds) {
                if (!kind.equals(ALL) && StormKind.of(kind).isEmpty()) {
                    throw new InvalidPlanException(
                            "stormKinds", kind, "all or some of: " + NearNames.oneOf(kind, StormKind.names()));
                }
            }
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public long transactions() {
            return only.isEmpty() ? steps : only.cardinality();
        }

        @Override
        public Optional<String> ordered() {
            return only.isEmpty() ? Optional.empty() : Optional.of("stormOnly");
        }

        /** With n processes, each process uses every n-th table. */
        @Override
        public void checkProcesses(int processes) {
            if (processes > tables) {
                throw new InvalidPlanException(
                        "tables", tables, "at least " + processes + " with storm, one for each worker node");
            }
        }

        /** Steps that are not sent still advance the sequence. */
        boolean sends(long number) {
            return only.isEmpty() || only.get((int) number);
        }

        /** Returns true if neither this step nor a later step is sent. Must be called only if the steps are restricted. */
        boolean isPastLast(long number) {
            return number >= only.length();
        }

        Storm sending(BitSet sentSteps, long fixedSeed) {
            return new Storm(tables, kinds, steps, blobBytes, fixedSeed, stamped, sentSteps, file);
        }

        static BitSet parseSteps(String text) {
            BitSet steps = new BitSet();
            for (String range : text.isEmpty() ? new String[0] : text.split(",")) {
                int[] ends = text.matches(STEP_RANGES)
                        ? Stream.of(range.split("-"))
                                .mapToInt(Integer::parseInt)
                                .toArray()
                        : new int[0];
                if (ends.length == 0 || ends[0] > ends[ends.length - 1] || ends[0] == 0) {
                    throw new InvalidPlanException("stormOnly", text, "numbers of steps, such as 3,7-12");
                }
                steps.set(ends[0], ends[ends.length - 1] + 1);
            }
            return steps;
        }

        private static String text(BitSet steps) {
            StringJoiner text = new StringJoiner(",");
            for (int from = steps.nextSetBit(0); from >= 0; from = steps.nextSetBit(steps.nextClearBit(from))) {
                int to = steps.nextClearBit(from) - 1;
                text.add(to == from ? String.valueOf(from) : from + "-" + to);
            }
            return text.toString();
        }

        @Override
        public DisplayedSpec displayed() {
            Map<String, @Nullable Object> options = new LinkedHashMap<>();
            options.put("tables", tables);
            options.put("stormKinds", kinds);
            options.put("stormSteps", steps);
            options.put("stormBlob", blobBytes);
            options.put("randSeed", seed);
            options.put("stormOnly", text(only));
            if (stamped) {
                options.put("stamp", true);
            }
            return new DisplayedSpec(NAME, options);
        }

        /** A run changes the schema of the tables, so the next run needs new tables. */
        @Override
        public TableLife tableLife(String property) {
            return TableLife.RUN;
        }

        @Override
        public WorkloadSpec keptIn(Path directory) {
            return new Storm(
                    tables, kinds, steps, blobBytes, seed, stamped, only, Optional.of(directory.resolve(FILE)));
        }
    }

    private static final FamilyOption<String> KINDS = new FamilyOption<>(
            "--storm-kinds", "stormKinds", "KIND,…", Form.TEXT, Storm.ALL, "Kinds of steps, such as xa (default: all)");

    private static final FamilyOption<Long> STEPS = new FamilyOption<>(
                    "--storm-steps", "stormSteps", "N", Form.LARGE_NUMBER, 0L, "End after N steps (default: never)")
            .withRole(Role.ENDS_THE_RUN);

    private static final FamilyOption<String> ONLY = new FamilyOption<>(
            "--storm-only", "stormOnly", "N,N-N", Form.TEXT, "", "Send only these steps, by one worker");

    private static final FamilyOption<Long> BLOB = new FamilyOption<>(
            "--storm-blob", "stormBlob", "SIZE", Form.SIZE, Storm.BLOB_BYTES, "Largest value (default: 1MiB)");

    @Override
    public List<String> names() {
        return List.of(Storm.NAME);
    }

    @Override
    public List<FamilyOption<?>> options() {
        return List.of(TABLES, KINDS, STEPS, ONLY, BLOB, RowStamp.OPTION);
    }

    @Override
    public Set<String> sharedOptions() {
        return Set.of("--rand-seed");
    }

    @Override
    public WorkloadSpec spec(String name, OptionValues values) {
        List<String> kinds = Arrays.stream(values.of(KINDS).split(",", -1))
                .map(String::strip)
                .toList();
        return new Storm(
                values.userValue(TABLES).orElse(Storm.MIN_TABLES),
                kinds,
                values.of(STEPS),
                values.of(BLOB),
                values.numbers().seed(),
                values.of(RowStamp.OPTION),
                Storm.parseSteps(values.of(ONLY)),
                Optional.empty());
    }

    @Override
    public Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return spec instanceof Storm storm
                ? Optional.of(new StormWorkload(storm, numbers.apply(storm.seed())))
                : Optional.empty();
    }
}
