// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.TableMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A table of the storm, and its state on the server, so that each step is valid. Confined to one worker at a time. */
final class StormTable {

    private static final long SEED_FACTOR = 0x9E3779B97F4A7C15L;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");
    private static final int MAX_COLUMNS = 8;

    /** MySQL allows 64 row versions by instant changes. A copy of the table resets them. */
    private static final int MAX_INSTANT_CHANGES = 40;

    private static final int MAX_ROWS = 40;

    private static final int MAX_INNODB_COLUMNS = 1_017;

    /** Holds for any engine. */
    private static final int MAX_MYSQL_COLUMNS = 4_096;
    /** More columns do not fit into the table definition file. */
    private static final int MAX_MARIADB_COLUMNS = 2_700;

    /** Column types in ascending width. A column can be changed to the next type. */
    private static final List<String> TYPES =
            List.of("INT", "BIGINT", "DECIMAL(30,5)", "VARCHAR(64)", "VARCHAR(300)", "TEXT", "LONGTEXT");

    /** {@code type} is an index in {@link #TYPES}. */
    private record Column(String name, int type) {}

    final int number;

    /** True if the state on the server is unknown, and the table must be created again. */
    boolean isDoubtful;

    private final StormTables storm;
    private final RowStamp stamp;
    private final SplittableRandom random;
    private final String name;
    private final int[] visits = new int[StormKind.ALL.size()];
    private final List<Column> columns = new ArrayList<>();
    private long firstId = 1;
    private long nextId = 1;
    private long addedColumns;
    private long stepCount;
    private int instantChanges;
    private boolean isRenamed;

    // values drawn for the current step
    private int visitNumber;
    private int rowCount;
    private long lastId;
    private Column addedColumn = new Column("", 0);
    private Column oldColumn = addedColumn;

    StormTable(int number, StormTables storm, long seed) {
        this.number = number;
        this.storm = storm;
        stamp = new RowStamp(storm.spec.stamped());
        random = new SplittableRandom(seed + (number + 1) * SEED_FACTOR).split();
        name = name(number);
    }

    static String name(int number) {
        return String.format(Locale.ROOT, "storm_%06d", number);
    }

    static String create(String name, RowStamp stamp) {
        return "CREATE TABLE " + name + " (id BIGINT NOT NULL, k INT NOT NULL, c VARCHAR(120)"
                + stamp.columnDefinitions() + ", PRIMARY KEY (id)) ENGINE = InnoDB" + TableMark.OPTION;
    }

    String xid() {
        return "'" + storm.xidPrefix + number + "'";
    }

    String baseName() {
        return name;
    }

    StormStep rebuildStep(StormObjects existingObjects) {
        List<String> lines = new ArrayList<>();
        existingObjects.views().forEach(object -> lines.add("DROP VIEW IF EXISTS " + object));
        existingObjects.tables().forEach(object -> lines.add("DROP TABLE IF EXISTS " + object));
        lines.add(create(name, stamp));
        return StormStep.of(StormKind.REBUILD, name, lines);
    }

    /** Updates the state as if the step had been executed. Steps on rows and steps of the requested kinds alternate. */
    StormStep next() {
        long stepIndex = stepCount++;
        StormKind kind = stepIndex % 2 == 0
                ? nextRowKind()
                : prerequisite(storm.kindOrder.get((int) ((stepIndex / 2 + number) % storm.kindOrder.size())));
        visitNumber = ++visits[kind.index()];
        List<String> script = kind.script(visitNumber - 1);
        rowCount = 1 + random.nextInt(5);
        lastId = firstId + random.nextInt(Math.max(1, rows() / 2));
        addedColumn = new Column("x" + (addedColumns + 1), random.nextInt(3));
        List<Column> candidates = kind.name().equals("change-type") ? widenableColumns() : columns;
        oldColumn = candidates.isEmpty() ? addedColumn : candidates.get(random.nextInt(candidates.size()));
        StormStep step =
                StormStep.of(kind, name, script.stream().map(this::expand).toList());
        switch (kind.name()) {
            case "insert" -> nextId += rowCount;
            case "delete" -> firstId = lastId + 1;
            case "truncate" -> firstId = nextId;
            case "rename-table" -> isRenamed = !isRenamed;
            case "copy-table" -> instantChanges = 0;
            case "add-column" -> addColumn(addedColumn);
            case "instant-column" -> {
                addColumn(addedColumn);
                instantChanges++;
            }
            case "drop-column" -> columns.remove(oldColumn);
            case "rename-column" -> {
                columns.remove(oldColumn);
                addColumn(new Column(addedColumn.name(), oldColumn.type()));
            }
            case "change-type" ->
                columns.set(columns.indexOf(oldColumn), new Column(oldColumn.name(), oldColumn.type() + 1));
            default -> nextId += script.stream().anyMatch(line -> line.contains("{id}")) ? 2 : 0;
        }
        return step;
    }

    private void addColumn(Column column) {
        columns.add(column);
        addedColumns++;
    }

    private List<Column> widenableColumns() {
        return columns.stream()
                .filter(column -> column.type() < TYPES.size() - 1)
                .toList();
    }

    private int rows() {
        return (int) (nextId - firstId);
    }

    private StormKind nextRowKind() {
        int draw = random.nextInt(10);
        if (rows() < 2 || draw < 5 && rows() < MAX_ROWS) {
            return kind("insert");
        }
        return kind(draw < 8 ? "update" : "delete");
    }

    private static StormKind kind(String name) {
        return StormKind.of(name).orElseThrow();
    }

    /** Returns the kind itself if the table's state allows it, otherwise a kind that makes it possible. */
    private StormKind prerequisite(StormKind kind) {
        boolean isFull = columns.size() >= MAX_COLUMNS;
        return switch (kind.name()) {
            case "update", "delete" -> rows() < 2 ? kind("insert") : kind;
            case "add-column" -> isFull ? kind("drop-column") : kind;
            case "instant-column" ->
                isFull ? kind("drop-column") : instantChanges >= MAX_INSTANT_CHANGES ? kind("copy-table") : kind;
            case "drop-column", "move-column", "rename-column" -> columns.isEmpty() ? kind("add-column") : kind;
            case "change-type" -> widenableColumns().isEmpty() ? kind(isFull ? "drop-column" : "add-column") : kind;
            default -> kind;
        };
    }

    private String expand(String line) {
        return PLACEHOLDER
                .matcher(line)
                .replaceAll(placeholder -> Matcher.quoteReplacement(replacement(placeholder.group(1))));
    }

    private String replacement(String word) {
        return switch (word) {
            case "t" -> isRenamed ? name + "_r" : name;
            case "n" -> name;
            case "v" -> String.valueOf(visitNumber);
            case "p" -> String.valueOf(visitNumber - 1);
            case "id" -> String.valueOf(nextId);
            case "id2" -> String.valueOf(nextId + 1);
            case "first" -> String.valueOf(firstId);
            case "last" -> String.valueOf(lastId);
            case "some" -> {
                long from = firstId + random.nextInt(Math.max(1, rows()));
                yield from + " AND " + (from + 3);
            }
            case "rows" ->
                LongStream.range(nextId, nextId + rowCount)
                        .mapToObj(id -> expand("(" + id + ", " + random.nextInt(1_000) + ", 'row " + id + "'{vals})"))
                        .collect(Collectors.joining(", "));
            case "later" ->
                columns.stream()
                        .map(column -> ", " + column.name() + " = " + random.nextInt(1_000))
                        .collect(Collectors.joining());
            case "new" -> addedColumn.name();
            case "type" -> TYPES.get(addedColumn.type());
            case "old" -> oldColumn.name();
            case "oldtype" -> TYPES.get(oldColumn.type());
            case "wider" -> TYPES.get(oldColumn.type() + 1);
            case "where" -> List.of("FIRST", "AFTER k", "AFTER c").get(random.nextInt(3));
            case "def" -> stamp.columnDefinitions();
            case "cols" -> stamp.columnNames();
            case "vals" -> stamp.isEnabled() ? ", {seq}, {at}" : "";
            case "set" -> stamp.isEnabled() ? ", cdc_seq = {seq}, cdc_at = {at}" : "";
            case "sel" -> stamp.isEnabled() ? ", {seq} AS cdc_seq, {at} AS cdc_at" : "";
            case "mark" -> TableMark.OPTION;
            case "mk" -> " ENGINE = InnoDB" + TableMark.OPTION;
            case "xid" -> xid();
            case "blob" ->
                String.valueOf(Math.min(storm.server.blobBytes(storm.spec), 1L << Math.min(30, 8 + 2 * visitNumber)));
            case "wide" -> wideColumns(MAX_INNODB_COLUMNS);
            case "widest" -> wideColumns(storm.server.isMariaDb() ? MAX_MARIADB_COLUMNS : MAX_MYSQL_COLUMNS);
            case "members" -> numberedList(300, i -> "'m" + i + "'"); // more members than fit into one byte
            case "vector" -> storm.server.isMariaDb() ? "VEC_FromText" : "STRING_TO_VECTOR";
            case "dimensions" -> storm.server.isMariaDb() ? "16000" : "16383";
            default -> "{" + word + "}"; // placeholders of the stamp, which the session replaces
        };
    }

    /** The key and the stamp also take columns. */
    private String wideColumns(int maxColumns) {
        return numberedList(maxColumns - (stamp.isEnabled() ? 3 : 1), i -> "c" + i + " TINYINT");
    }

    private static String numberedList(int total, IntFunction<String> element) {
        return IntStream.rangeClosed(1, total).mapToObj(element).collect(Collectors.joining(", "));
    }
}
