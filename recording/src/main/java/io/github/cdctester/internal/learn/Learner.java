// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.binlog.EventTap;
import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.GtidEvent;
import io.github.cdctester.internal.binlog.event.QueryStatement;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.payload.PayloadSink;
import io.github.cdctester.internal.binlog.rows.RowChanges;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.bound.Budget;
import io.github.cdctester.internal.text.PlainText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Learns a workload from the events of a stream. Events and bytes of all transactions are counted. Rows are read from all
 * transactions at first, later from a random sample, so that the reader keeps up.
 */
public final class Learner implements EventTap {

    /** The sample is halved after this many transactions with at least {@link #ROWS_A_STEP} rows, or {@link #MANY_ROWS} rows. */
    private static final long TRANSACTIONS_A_STEP = 1 << 13;

    private static final long ROWS_A_STEP = 1 << 15;
    private static final long MANY_ROWS = 1 << 19;
    private static final int FIRST_HALVINGS = 4;
    private static final int MAX_HALVINGS = 20;
    private static final int MAX_SHAPES = 1_000;
    private static final int CHECKSUM_BYTES = 4;
    private static final int DATABASE = EventFramer.HEADER_BYTES + 8;
    private static final ByteBuffer HEARTBEATS =
            ByteBuffer.wrap(LearnedTables.HEARTBEATS.getBytes(StandardCharsets.UTF_8));

    private final Path file;
    private final String schema;
    private final ByteBuffer schemaBytes;
    private final boolean anonymous;
    private final long maxTransactions;
    private final Runnable enough;
    private final Budget budget;
    private final SampledTransaction sampled;
    private final RowChanges changes;
    private final PayloadReader payloads;
    private final Map<Object, Shape> shapes = new HashMap<>();
    private final RateOverTime seconds = new RateOverTime();
    private final ConnectionTimes connections = new ConnectionTimes();
    private final Map<RowKind, Long> rows = new EnumMap<>(RowKind.class);
    private final SplittableRandom chance = new SplittableRandom(1);
    private final EventHeader header = new EventHeader();

    private @Nullable EventBody body;
    private int checksumBytes;
    private int halvings;
    private long stepTransactions;
    private long stepRows;

    private boolean open;
    private boolean reads;
    private boolean hasRows;
    private boolean isHeartbeat;
    private boolean isOfSchema;
    private boolean begun;
    private boolean stated;
    private long openEvents;
    private long openBytes;
    private long lastSecond;

    private long transactions;
    private long withoutRows;
    private long ofOtherSchemas;
    private long statements;
    private long events;
    private long bytes;
    private long largest;
    private long readTransactions;
    private long represented;
    private long unreadable;
    private boolean ended;

    /**
     * Creates a learner of a server's log. {@link #close} writes the file.
     *
     * @param database the schema to learn, spelled as in the log; empty for all schemas except {@code mysql}
     * @param anonymous whether tables and columns get random names
     * @param maxTransactions number of transactions after which learning ends; 0 for no limit
     * @param enough called when the limit is reached
     */
    public Learner(
            Endpoint endpoint,
            String database,
            boolean checksums,
            Path file,
            boolean anonymous,
            long maxTransactions,
            Runnable enough) {
        this.file = file;
        schema = database;
        schemaBytes = ByteBuffer.wrap(LearnedTables.compared(database).getBytes(StandardCharsets.UTF_8));
        this.anonymous = anonymous;
        this.maxTransactions = maxTransactions;
        this.enough = enough;
        checksumBytes = checksums ? CHECKSUM_BYTES : 0;
        LearnedTables tables = new LearnedTables(endpoint, database, anonymous);
        budget = tables.budget;
        sampled = new SampledTransaction(tables);
        changes = new RowChanges(sampled);
        payloads = new PayloadReader(new PayloadSink() {}, null, changes);
    }

    @Override
    public boolean needsStartGtids() {
        return false;
    }

    @Override
    public void formatDescription(byte[] event) {
        checksumBytes = event[event.length - 5] == 1 ? CHECKSUM_BYTES : 0;
    }

    @Override
    public void begin(String ofFile, long offset, ByteBuffer buffer, int at, int prefix)
            throws StreamProtocolException {
        int type = buffer.get(at + 4) & 0xFF;
        if (open && EventKind.opensTransaction(type)) {
            endTransaction(); // if several transactions arrive together, only the end of the last one is reported
        }
        if (!open) {
            openTransaction();
        }
        long length = buffer.getInt(at + 9) & 0xFFFF_FFFFL;
        openEvents++;
        openBytes += length;
        lastSecond = buffer.getInt(at) & 0xFFFF_FFFFL;
        detectStatement(type, buffer, at, prefix, length);
        connections.see(type, buffer, at, length, checksumBytes);
        body = null;
        if (type == EventKind.FORMAT_DESCRIPTION && prefix == length) {
            checksumBytes = buffer.get(at + prefix - 5) == 1 ? CHECKSUM_BYTES : 0;
        }
        boolean isPayload = type == EventKind.TRANSACTION_PAYLOAD;
        if (!isPayload && !changes.accepts(type)) {
            return;
        }
        if (type != EventKind.TABLE_MAP) {
            hasRows = true;
        } else {
            isHeartbeat |= !hasRows && isHeartbeat(buffer, at, prefix); // a heartbeat changes only one table
            isOfSchema |= isOfSchema(buffer, at + DATABASE + 1, prefix - DATABASE - 1);
        }
        isOfSchema |= isPayload; // decided later, if its rows are read
        if (reads) {
            EventBody reading = isPayload ? payloads : changes;
            header.read(buffer, at, length, checksumBytes);
            reading.begin(buffer, at, prefix, header);
            body = reading;
        }
    }

    /** Detects a statement after BEGIN, which was logged instead of its row changes. */
    private void detectStatement(int type, ByteBuffer buffer, int at, int prefix, long length) {
        if (type == EventKind.MARIADB_GTID) {
            begun = !GtidEvent.isStandalone(buffer, at, prefix);
        } else if (type == EventKind.QUERY) {
            QueryStatement statement = QueryStatement.of(buffer, at, prefix, length, checksumBytes);
            stated |= begun && statement == QueryStatement.OTHER;
            begun |= statement == QueryStatement.BEGIN;
        } else {
            stated |= begun && (type == EventKind.EXECUTE_LOAD_QUERY || type == EventKind.MARIADB_QUERY_COMPRESSED);
        }
    }

    @Override
    public void append(ByteBuffer buffer, int at, int count) throws StreamProtocolException {
        if (body != null) {
            body.append(buffer, at, count);
        }
    }

    @Override
    public void end(boolean between) throws StreamProtocolException {
        if (body != null) {
            body.end();
        }
        if (between && open) {
            endTransaction();
        }
    }

    @Override
    public void broken() {
        open = false;
    }

    private void openTransaction() {
        open = true;
        hasRows = false;
        isHeartbeat = false;
        isOfSchema = false;
        begun = false;
        stated = false;
        openEvents = 0;
        openBytes = 0;
        connections.clear();
        reads = !ended && (halvings == 0 || chance.nextInt(1 << halvings) == 0);
        if (reads) {
            sampled.clear();
        }
    }

    private void endTransaction() {
        open = false;
        if (!hasRows || isHeartbeat || ended) {
            withoutRows += hasRows ? 0 : 1;
            statements += !hasRows && stated && !ended ? 1 : 0;
            return;
        }
        if (!isOfSchema || reads && !learned(sampled.folded(), 1L << halvings)) {
            ofOtherSchemas++; // includes heartbeats in compressed payloads
            return;
        }
        connections.end();
        transactions++;
        events += openEvents;
        bytes += openBytes;
        largest = Math.max(largest, openBytes);
        seconds.add(lastSecond);
        if (transactions == maxTransactions) {
            ended = true;
            enough.run();
        }
    }

    /**
     * Learns from a sampled transaction that represents {@code stands} transactions; returns false if it has no learned rows. A
     * transaction with unreadable rows is only counted, because missing rows would make it another kind.
     */
    private boolean learned(Folding folded, long stands) {
        if (!sampled.isReadable()) {
            unreadable += stands;
            return true;
        }
        if (folded.operations().isEmpty()) {
            return false;
        }
        Object kind = folded.kind();
        Shape shape = shapes.get(kind);
        if (shape == null && shapes.size() < MAX_SHAPES) {
            shape = new Shape(folded, sampled.operations(folded), budget);
            shapes.put(kind, shape);
        }
        if (shape != null) {
            shape.add(folded, sampled.keys(), stands);
        }
        readTransactions++;
        stepTransactions++;
        represented += stands;
        sampled.rows().forEach((of, count) -> {
            stepRows += count;
            rows.merge(of, count * stands, Long::sum);
        });
        boolean isEnough = stepTransactions >= TRANSACTIONS_A_STEP && stepRows >= ROWS_A_STEP;
        if ((isEnough || stepRows >= MANY_ROWS) && halvings < MAX_HALVINGS) {
            halvings = Math.max(FIRST_HALVINGS, halvings + 1);
            stepTransactions = 0;
            stepRows = 0;
        }
        return true;
    }

    private double rows(RowKind kind) {
        return rows.getOrDefault(kind, 0L) / (double) represented;
    }

    private boolean isOfSchema(ByteBuffer buffer, int at, int bytes) {
        int length = schemaBytes.capacity();
        boolean isSame = bytes > length
                && (buffer.get(at - 1) & 0xFF) == length
                && buffer.slice(at, length).equals(schemaBytes);
        return isSame != schema.isEmpty();
    }

    private static boolean isHeartbeat(ByteBuffer buffer, int at, int prefix) {
        int name = DATABASE + (buffer.get(at + DATABASE) & 0xFF) + 3;
        return prefix >= name + HEARTBEATS.capacity()
                && buffer.get(at + name - 1) == HEARTBEATS.capacity()
                && buffer.slice(at + name, HEARTBEATS.capacity()).equals(HEARTBEATS);
    }

    /**
     * Writes the workload file.
     *
     * @throws RunFailedException if nothing was learned, or the file cannot be written
     */
    @Override
    public void close() {
        payloads.close();
        String why = sampled.unreadable();
        if (readTransactions == 0) {
            String nothing = withoutRows == 0 || ofOtherSchemas > 0
                    ? ": no transaction with rows has come"
                            + (ofOtherSchemas > 0 && !schema.isEmpty()
                                    ? " of schema " + schema + ", and " + ofOtherSchemas + " of others"
                                    : "")
                    : ": the log has " + withoutRows + " transactions without rows; binlog_format must be ROW";
            throw new RunFailedException(
                    "nothing was learned" + (why.isEmpty() ? nothing : ", as rows cannot be read of " + why));
        }
        why = PlainText.line(anonymous ? why.replaceFirst("^.*?: ", "") : why);
        LearnedFacts facts = facts(statements == 0 ? why : statements + " transactions that were logged as statements");
        String text = new LearnedWorkload(
                        facts, seconds.course(), represented + unreadable + statements, shapes.values())
                .text();
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new RunFailedException("writing the workload file " + file + " failed: " + SecretFile.why(e), e);
        }
    }

    private LearnedFacts facts(String why) {
        return new LearnedFacts(
                transactions,
                readTransactions,
                1,
                why,
                seconds.mean(),
                seconds.arrivals().name().toLowerCase(Locale.ROOT),
                seconds.dispersion(),
                connections.connections(),
                (double) events / transactions,
                (double) bytes / transactions,
                rows(RowKind.INSERT),
                rows(RowKind.UPDATE),
                rows(RowKind.DELETE),
                largest,
                Map.of());
    }
}
