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
 * Learns a workload from the events of a stream. Rows are read from all transactions at first, later from a random sample, so that
 * the reader keeps up.
 */
public final class Learner implements EventTap {

    /** Sampled transactions per step, if they have at least {@link #MIN_STEP_ROWS} rows. Each step halves the sampling rate. */
    private static final long MIN_STEP_TRANSACTIONS = 1 << 13;

    private static final long MIN_STEP_ROWS = 1 << 15;
    private static final long MAX_STEP_ROWS = 1 << 19;
    private static final int FIRST_HALVINGS = 4;

    private static final int MAX_HALVINGS = 20;
    private static final int MAX_SHAPES = 1_000;
    private static final int CHECKSUM_BYTES = 4;
    private static final int SCHEMA_LENGTH_OFFSET = EventFramer.HEADER_BYTES + 8;
    private static final ByteBuffer HEARTBEAT_PREFIX =
            ByteBuffer.wrap(LearnedTables.HEARTBEAT_PREFIX.getBytes(StandardCharsets.UTF_8));

    private final Path file;
    private final String schema;
    private final ByteBuffer schemaBytes;
    private final boolean isAnonymous;
    private final long maxTransactions;
    private final Runnable onLimitReached;
    private final Budget budget;
    private final SampledTransaction sample;
    private final RowChanges changes;
    private final PayloadReader payloads;
    private final Map<Object, Shape> shapes = new HashMap<>();
    private final RateOverTime rateOverTime = new RateOverTime();
    private final ConnectionTimes connections = new ConnectionTimes();
    private final Map<RowKind, Long> rows = new EnumMap<>(RowKind.class);
    private final SplittableRandom random = new SplittableRandom(1);
    private final LearnedShare compressedShare = new LearnedShare();
    private final TransactionSizes sizes = new TransactionSizes();
    private final EventHeader header = new EventHeader();

    private @Nullable EventBody body;
    private int checksumBytes;
    private int halvings;
    private long stepTransactions;
    private long stepRows;

    private boolean hasOpenTransaction;
    private boolean isSampled;
    private boolean hasRows;
    private boolean isHeartbeat;
    private boolean isOfSchema;
    private boolean hasPayload;
    private boolean isAfterBegin;
    private boolean hasStatement;
    private long openEvents;
    private long openBytes;
    private long lastSecond;

    private long transactions;
    private long estimatedTransactions;
    private long transactionsOfOtherSchemas;
    private long statementTransactions;
    private long readTransactions;
    private long representedTransactions;
    private long unreadableTransactions;
    private boolean isLimitReached;

    /**
     * {@link #close} writes the file.
     *
     * @param database the schema to learn, spelled as in the log; empty for all schemas except {@code mysql}
     * @param isAnonymous true to give tables and columns random names
     * @param maxTransactions learning ends after this many transactions; 0 for no limit
     */
    public Learner(
            Endpoint endpoint,
            String database,
            boolean hasChecksums,
            Path file,
            boolean isAnonymous,
            long maxTransactions,
            Runnable onLimitReached) {
        this.file = file;
        schema = database;
        schemaBytes = ByteBuffer.wrap(LearnedTables.comparedSchema(database).getBytes(StandardCharsets.UTF_8));
        this.isAnonymous = isAnonymous;
        this.maxTransactions = maxTransactions;
        this.onLimitReached = onLimitReached;
        checksumBytes = hasChecksums ? CHECKSUM_BYTES : 0;
        LearnedTables tables = new LearnedTables(endpoint, database, isAnonymous);
        budget = tables.budget;
        sample = new SampledTransaction(tables);
        changes = new RowChanges(sample);
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
    public void begin(String logFile, long offset, ByteBuffer buffer, int index, int prefixBytes)
            throws StreamProtocolException {
        int type = buffer.get(index + 4) & 0xFF;
        if (hasOpenTransaction && EventKind.opensTransaction(type)) {
            endTransaction(); // if several transactions arrive together, only the last end is reported
        }
        if (!hasOpenTransaction) {
            openTransaction();
        }
        long length = buffer.getInt(index + 9) & 0xFFFF_FFFFL;
        openEvents++;
        openBytes += length;
        lastSecond = buffer.getInt(index) & 0xFFFF_FFFFL;
        detectStatement(type, buffer, index, prefixBytes, length);
        connections.readEvent(type, buffer, index, length, checksumBytes);
        body = null;
        if (type == EventKind.FORMAT_DESCRIPTION && prefixBytes == length) {
            checksumBytes = buffer.get(index + prefixBytes - 5) == 1 ? CHECKSUM_BYTES : 0;
        }
        boolean isPayload = type == EventKind.TRANSACTION_PAYLOAD;
        if (!isPayload && !changes.accepts(type)) {
            return;
        }
        if (type != EventKind.TABLE_MAP) {
            hasRows = true;
        } else {
            isHeartbeat |= !hasRows && isHeartbeat(buffer, index, prefixBytes); // a heartbeat changes only one table
            isOfSchema |= isOfSchema(buffer, index + SCHEMA_LENGTH_OFFSET + 1, prefixBytes - SCHEMA_LENGTH_OFFSET - 1);
        }
        hasPayload |= isPayload;
        if (isSampled) {
            EventBody rowReader = isPayload ? payloads : changes;
            header.read(buffer, index, length, checksumBytes);
            rowReader.begin(buffer, index, prefixBytes, header);
            body = rowReader;
        }
    }

    /** A logged statement after BEGIN replaces its row changes. */
    private void detectStatement(int type, ByteBuffer buffer, int index, int prefixBytes, long length) {
        if (type == EventKind.MARIADB_GTID) {
            isAfterBegin = !GtidEvent.isStandalone(buffer, index, prefixBytes);
        } else if (type == EventKind.QUERY) {
            QueryStatement statement = QueryStatement.of(buffer, index, prefixBytes, length, checksumBytes);
            hasStatement |= isAfterBegin && statement == QueryStatement.OTHER;
            isAfterBegin |= statement == QueryStatement.BEGIN;
        } else {
            hasStatement |= isAfterBegin
                    && (type == EventKind.EXECUTE_LOAD_QUERY || type == EventKind.MARIADB_QUERY_COMPRESSED);
        }
    }

    @Override
    public void append(ByteBuffer buffer, int index, int count) throws StreamProtocolException {
        if (body != null) {
            body.append(buffer, index, count);
        }
    }

    @Override
    public void end(boolean betweenTransactions) throws StreamProtocolException {
        if (body != null) {
            body.end();
        }
        if (betweenTransactions && hasOpenTransaction) {
            endTransaction();
        }
    }

    @Override
    public void onBreak() {
        hasOpenTransaction = false;
    }

    private void openTransaction() {
        hasOpenTransaction = true;
        hasRows = false;
        isHeartbeat = false;
        isOfSchema = false;
        hasPayload = false;
        isAfterBegin = false;
        hasStatement = false;
        openEvents = 0;
        openBytes = 0;
        connections.clear();
        isSampled = !isLimitReached && (halvings == 0 || random.nextInt(1 << halvings) == 0);
        if (isSampled) {
            sample.clear();
        }
    }

    private void endTransaction() {
        hasOpenTransaction = false;
        if (!hasRows || isHeartbeat || isLimitReached) {
            statementTransactions += !hasRows && hasStatement && !isLimitReached ? 1 : 0;
            return;
        }
        long represented = 1L << halvings;
        boolean isCertain = !hasPayload || represented == 1 || compressedShare.isAll();
        if (!isLearned(represented)) {
            transactionsOfOtherSchemas++; // includes heartbeats in compressed payloads
            return;
        }
        transactions++;
        rateOverTime.add(lastSecond);
        if (isCertain) {
            connections.recordCommit();
            sizes.add(openEvents, openBytes, 1);
        } else if (isSampled) {
            sizes.add(openEvents, openBytes, represented);
        } else {
            estimatedTransactions++;
        }
        if (transactions == maxTransactions) {
            isLimitReached = true;
            onLimitReached.run();
        }
    }

    /** Estimates a compressed transaction that is not sampled. */
    private boolean isLearned(long represented) {
        if (!isSampled || !isOfSchema && !hasPayload) {
            return isOfSchema || hasPayload && compressedShare.draw();
        }
        boolean isLearned = learnFrom(sample.fold(), represented);
        if (hasPayload) {
            compressedShare.add(isLearned);
        }
        return isLearned;
    }

    /**
     * Returns false if the transaction has no rows of learned tables. Unreadable transactions are only counted, because missing
     * rows would change their kind.
     */
    private boolean learnFrom(Folding folded, long weight) {
        if (!sample.isReadable()) {
            unreadableTransactions += weight;
            return true;
        }
        if (folded.operations().isEmpty()) {
            return false;
        }
        Object kind = folded.kind();
        Shape shape = shapes.get(kind);
        if (shape == null && shapes.size() < MAX_SHAPES) {
            shape = new Shape(folded, sample.operations(folded), budget);
            shapes.put(kind, shape);
        }
        if (shape != null) {
            shape.add(folded, sample.firstRowKeyHashes(), weight);
        }
        readTransactions++;
        stepTransactions++;
        representedTransactions += weight;
        sample.rows().forEach((rowKind, count) -> {
            stepRows += count;
            rows.merge(rowKind, count * weight, Long::sum);
        });
        boolean hasEnoughData = stepTransactions >= MIN_STEP_TRANSACTIONS && stepRows >= MIN_STEP_ROWS;
        if ((hasEnoughData || stepRows >= MAX_STEP_ROWS) && halvings < MAX_HALVINGS) {
            halvings = Math.max(FIRST_HALVINGS, halvings + 1);
            stepTransactions = 0;
            stepRows = 0;
        }
        return true;
    }

    private double meanRows(RowKind kind) {
        return rows.getOrDefault(kind, 0L) / (double) representedTransactions;
    }

    private boolean isOfSchema(ByteBuffer buffer, int index, int bytes) {
        int length = schemaBytes.capacity();
        boolean isComparedSchema = bytes > length
                && (buffer.get(index - 1) & 0xFF) == length
                && buffer.slice(index, length).equals(schemaBytes);
        return isComparedSchema != schema.isEmpty();
    }

    private static boolean isHeartbeat(ByteBuffer buffer, int index, int prefixBytes) {
        int nameOffset = SCHEMA_LENGTH_OFFSET + (buffer.get(index + SCHEMA_LENGTH_OFFSET) & 0xFF) + 3;
        return prefixBytes >= nameOffset + HEARTBEAT_PREFIX.capacity()
                && buffer.get(index + nameOffset - 1) == HEARTBEAT_PREFIX.capacity()
                && buffer.slice(index + nameOffset, HEARTBEAT_PREFIX.capacity()).equals(HEARTBEAT_PREFIX);
    }

    /** @throws RunFailedException if nothing was learned, or the file cannot be written */
    @Override
    public void close() {
        payloads.close();
        String reason = sample.unreadableReason();
        if (readTransactions == 0) {
            String explanation = statementTransactions == 0 || transactionsOfOtherSchemas > 0
                    ? ": no transaction with rows has come"
                            + (transactionsOfOtherSchemas > 0 && !schema.isEmpty()
                                    ? " of schema " + schema + ", and " + transactionsOfOtherSchemas + " of others"
                                    : "")
                    : ": the log has " + PlainText.withNoun(statementTransactions, "transaction")
                            + " logged as statements; binlog_format must be ROW";
            throw new RunFailedException(
                    "nothing was learned" + (reason.isEmpty() ? explanation : ", as rows cannot be read of " + reason));
        }
        reason = PlainText.line(isAnonymous ? reason.replaceFirst("^.*?: ", "") : reason);
        LearnedFacts facts = facts(
                statementTransactions == 0
                        ? reason
                        : statementTransactions + " transactions that were logged as statements");
        String text = new LearnedWorkload(
                        facts,
                        rateOverTime.rate(),
                        representedTransactions + unreadableTransactions + statementTransactions,
                        estimatedTransactions,
                        shapes.values())
                .text();
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new RunFailedException("writing the workload file " + file + " failed: " + SecretFile.reasonOf(e), e);
        }
    }

    private LearnedFacts facts(String reason) {
        return new LearnedFacts(
                transactions,
                readTransactions,
                1,
                reason,
                rateOverTime.mean(),
                rateOverTime.arrivals().name().toLowerCase(Locale.ROOT),
                rateOverTime.dispersion(),
                connections.connections(),
                sizes.meanEvents(),
                sizes.meanBytes(),
                meanRows(RowKind.INSERT),
                meanRows(RowKind.UPDATE),
                meanRows(RowKind.DELETE),
                sizes.largestBytes(),
                Map.of());
    }
}
