// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.workload.storm.StormFamily.Storm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * One of the tables, with what belongs to it: its sequence of steps, which its number and the seed decide. It knows how the table
 * is at the server, so that each step can be made there. Confined to one worker at a time.
 */
final class StormTable {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int MOST_COLUMNS = 8;

    /** MySQL has 64 versions of a row; a copy begins anew. */
    private static final int MOST_INSTANT = 40;

    private static final int MOST_ROWS = 40;

    /** InnoDB's limit, without the key and the stamp. */
    private static final int WIDE = 1_017 - 3;

    /** Types that a column can be changed to, each wider than the one before. */
    private static final List<String> TYPES =
            List.of("INT", "BIGINT", "DECIMAL(30,5)", "VARCHAR(64)", "VARCHAR(300)", "TEXT", "LONGTEXT");

    /** A column that came later; its type is the n-th of {@link #TYPES}. */
    private record Column(String name, int type) {
        boolean isLast() {
            return type == TYPES.size() - 1;
        }
    }

    /** What all tables have in common. {@code deck}: the kinds of steps in the order in which a table takes them. */
    record StormPlace(StormServer server, Storm spec, String xid, List<StormKind> deck) {}

    final int number;

    /** Whether it has to be made anew before anything else. */
    boolean doubtful;

    private final StormPlace place;
    private final RowStamp stamp;
    private final SplittableRandom random;
    private final String name;
    private final int[] visits = new int[StormKind.values().length];
    private List<Column> columns = new ArrayList<>();
    private long firstId = 1;
    private long nextId = 1;
    private long madeColumns;
    private long steps;
    private int instants;
    private boolean renamed;

    StormTable(int number, StormPlace place, long seed) {
        this.number = number;
        this.place = place;
        stamp = new RowStamp(place.spec().stamped());
        random = new SplittableRandom(seed + (number + 1) * GOLDEN).split();
        name = name(number);
    }

    static String name(int number) {
        return String.format(Locale.ROOT, "storm_%06d", number);
    }

    /** The table as {@code prepare} makes it. */
    static String create(String name, RowStamp stamp) {
        return "CREATE TABLE " + name + " (id BIGINT NOT NULL, k INT NOT NULL, c VARCHAR(120)" + stamp.definition()
                + ", PRIMARY KEY (id)) ENGINE = InnoDB" + TableMark.OPTION;
    }

    String xid() {
        return "'" + place.xid() + number + "'";
    }

    String baseName() {
        return name;
    }

    /** The step that makes the table anew, of which nobody knows how it is; {@code there} is what there is of it. */
    StormStep rebuilt(StormObjects there, Runnable done) {
        List<String> lines = new ArrayList<>();
        there.views().forEach(each -> lines.add("DROP VIEW IF EXISTS " + each));
        there.tables().forEach(each -> lines.add("DROP TABLE IF EXISTS " + each));
        lines.add(create(name, stamp));
        return step(StormKind.REBUILD, lines, done);
    }

    /** The next step: in turn one of the table's rows, and one of the kinds that were asked for. */
    StormStep next() {
        long turn = steps++;
        List<StormKind> deck = place.deck();
        StormKind kind = turn % 2 == 0 ? data() : needed(deck.get((int) ((turn / 2 + number) % deck.size())));
        return switch (kind) {
            case INSERT -> insert();
            case UPDATE -> step(kind, changed(List.of(update()), ""), () -> {});
            case DELETE -> delete();
            case RENAME_TABLE ->
                step(kind, List.of("RENAME TABLE {t} TO {n}" + (renamed ? "" : "_r")), () -> renamed = !renamed);
            case TRUNCATE -> step(kind, List.of("TRUNCATE TABLE {t}"), () -> firstId = nextId);
            default -> StormScripts.has(kind) ? scripted(kind) : column(kind);
        };
    }

    private int rows() {
        return (int) (nextId - firstId);
    }

    private StormKind data() {
        int drawn = random.nextInt(10);
        if (rows() < 2 || drawn < 5 && rows() < MOST_ROWS) {
            return StormKind.INSERT;
        }
        return drawn < 8 ? StormKind.UPDATE : StormKind.DELETE;
    }

    /** The kind itself, or what has to come before it. */
    private StormKind needed(StormKind kind) {
        boolean full = columns.size() >= MOST_COLUMNS;
        return switch (kind) {
            case UPDATE, DELETE -> rows() < 2 ? StormKind.INSERT : kind;
            case ADD_COLUMN -> full ? StormKind.DROP_COLUMN : kind;
            case INSTANT_COLUMN ->
                full ? StormKind.DROP_COLUMN : instants >= MOST_INSTANT ? StormKind.COPY_TABLE : kind;
            case DROP_COLUMN, MOVE_COLUMN, RENAME_COLUMN -> columns.isEmpty() ? StormKind.ADD_COLUMN : kind;
            case CHANGE_TYPE ->
                columns.stream().allMatch(Column::isLast) ? full ? StormKind.DROP_COLUMN : StormKind.ADD_COLUMN : kind;
            default -> kind;
        };
    }

    private StormStep step(StormKind kind, List<String> lines, Runnable done) {
        return new StormStep(kind, name, StormScripts.units(lines, this::filled), done);
    }

    private StormStep scripted(StormKind kind) {
        List<String> lines = StormScripts.lines(kind, visits[kind.ordinal()]);
        visits[kind.ordinal()]++;
        int uses = lines.stream().anyMatch(line -> line.contains("{id}")) ? 2 : 0;
        String before = String.valueOf(visits[kind.ordinal()] - 1);
        long blob =
                Math.min(place.server().blobBytes(place.spec()), 1L << Math.min(30, 8 + 2 * visits[kind.ordinal()]));
        List<String> filled = lines.stream()
                .map(line -> line.replace("{v}", String.valueOf(visits[kind.ordinal()]))
                        .replace("{p}", before)
                        .replace("{blob}", String.valueOf(blob)))
                .toList();
        return step(kind, filled, () -> {
            nextId += uses;
            instants = kind == StormKind.COPY_TABLE ? 0 : instants;
        });
    }

    private String filled(String line) {
        boolean on = stamp.on();
        String sql = line.replace("{t}", renamed ? name + "_r" : name)
                .replace("{n}", name)
                .replace("{id}", String.valueOf(nextId))
                .replace("{id2}", String.valueOf(nextId + 1))
                .replace("{def}", stamp.definition())
                .replace("{cols}", stamp.names())
                .replace("{vals}", on ? ", {seq}, {at}" : "")
                .replace("{set}", on ? ", cdc_seq = {seq}, cdc_at = {at}" : "")
                .replace("{sel}", on ? ", {seq} AS cdc_seq, {at} AS cdc_at" : "")
                .replace("{mk}", " ENGINE = InnoDB" + TableMark.OPTION)
                .replace("{xid}", xid());
        if (sql.contains("{wide}")) {
            String wide = IntStream.rangeClosed(1, WIDE)
                    .mapToObj(i -> "c" + i + " TINYINT")
                    .collect(Collectors.joining(", "));
            return sql.replace("{wide}", wide);
        }
        String vector = place.server().mariaDb() ? "VEC_FromText('[1,-2,3.5]')" : "STRING_TO_VECTOR('[1,-2,3.5]')";
        return sql.replace("{vector}", vector);
    }

    private StormStep insert() {
        int count = 1 + random.nextInt(5);
        String values = LongStream.range(nextId, nextId + count)
                .mapToObj(id -> "(" + id + ", " + random.nextInt(1_000) + ", 'row " + id + "'{vals})")
                .collect(Collectors.joining(", "));
        String insert = "+INSERT INTO {t} (id, k, c{cols}) VALUES " + values;
        List<String> lines = changed(List.of(insert), "~UPDATE {t} SET k = k + 1{set} WHERE id = {id}");
        return step(StormKind.INSERT, lines, () -> nextId += count);
    }

    /** By themselves, or in a transaction with one more. */
    private List<String> changed(List<String> lines, String more) {
        if (random.nextInt(3) > 0) {
            return lines;
        }
        List<String> all = new ArrayList<>(List.of("{", "BEGIN"));
        all.addAll(lines);
        all.add(more.isEmpty() ? update() : more);
        all.addAll(List.of("COMMIT", "}1"));
        return all;
    }

    /** The columns that came later change as well. */
    private String update() {
        long from = firstId + random.nextInt(rows());
        String more = columns.stream()
                .map(column -> ", " + column.name() + " = " + random.nextInt(1_000))
                .collect(Collectors.joining());
        return "~UPDATE {t} SET k = k + 1" + more + "{set} WHERE id BETWEEN " + from + " AND " + (from + 3);
    }

    private StormStep delete() {
        long last = firstId + random.nextInt(Math.max(1, rows() / 2));
        String sql = "-DELETE FROM {t} WHERE id BETWEEN " + firstId + " AND " + last;
        return step(StormKind.DELETE, List.of(sql), () -> firstId = last + 1);
    }

    private StormStep column(StormKind kind) {
        List<Column> after = new ArrayList<>(columns);
        boolean instant = kind == StormKind.INSTANT_COLUMN;
        String where = random.nextInt(3) == 0 ? " FIRST" : random.nextBoolean() ? " AFTER k" : " AFTER c";
        int at = kind == StormKind.CHANGE_TYPE
                ? IntStream.range(0, columns.size())
                        .filter(i -> !columns.get(i).isLast())
                        .findFirst()
                        .orElseThrow()
                : random.nextInt(Math.max(1, columns.size()));
        Column old = at < columns.size() ? columns.get(at) : new Column("", 0);
        String change;
        switch (kind) {
            case ADD_COLUMN, INSTANT_COLUMN -> {
                Column added = new Column("x" + ++madeColumns, random.nextInt(3));
                after.add(added);
                change = "ADD COLUMN " + added.name() + ' ' + TYPES.get(added.type())
                        + (instant ? " DEFAULT 7, ALGORITHM = INSTANT" : where);
            }
            case DROP_COLUMN -> {
                after.remove(at);
                change = "DROP COLUMN " + old.name();
            }
            case MOVE_COLUMN -> change = "MODIFY COLUMN " + old.name() + ' ' + TYPES.get(old.type()) + where;
            case RENAME_COLUMN -> {
                after.set(at, new Column("x" + ++madeColumns, old.type()));
                change = "RENAME COLUMN " + old.name() + " TO " + after.get(at).name();
            }
            case CHANGE_TYPE -> {
                after.set(at, new Column(old.name(), old.type() + 1));
                change = "MODIFY COLUMN " + old.name() + ' ' + TYPES.get(old.type() + 1);
            }
            default -> throw new IllegalStateException(kind + " is no change of a column");
        }
        return step(kind, List.of("ALTER TABLE {t} " + change), () -> {
            columns = after;
            instants += instant ? 1 : 0;
        });
    }
}
