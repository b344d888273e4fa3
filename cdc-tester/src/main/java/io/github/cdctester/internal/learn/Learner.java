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
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.payload.PayloadSink;
import io.github.cdctester.internal.binlog.rows.RowKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Learns a workload from the events of a stream. Of each transaction it counts events and bytes; rows are read of all of them as long as
 * there are not many, then of a part that chance draws, so that the reader keeps up.
 */
public final class Learner implements EventTap, AutoCloseable {

    /** The part is halved each time that so many rows more were read. */
    private static final long ROWS_A_HALVING = 1_000_000;

    private static final int MOST_HALVINGS = 10;

    private static final int CHECKSUM_BYTES = 4;
    private static final int TABLE_NAMES = EventFramer.HEADER_BYTES + 8;
    private static final long HEARTBEAT_WORD = ByteBuffer.wrap(
                    LearnedTables.HEARTBEATS.getBytes(StandardCharsets.UTF_8))
            .getLong(3);

    private final Path file;
    private final boolean anonymous;
    private final long mostTransactions;
    private final Runnable enough;
    private final TableLookup lookup;
    private final LearnedTables tables;
    private final SampledTransaction sampled;
    private final PayloadReader payloads;
    private final Shapes shapes = new Shapes();
    private final RateOverTime seconds = new RateOverTime();
    private final Sizes transactionBytes = new Sizes();
    private final SplittableRandom chance = new SplittableRandom(1);
    private final EventHeader header = new EventHeader();

    private EventBody body;
    private int checksumBytes;
    private int halvings;
    private long readRows;

    private boolean open;
    private boolean reads;
    private boolean hasRows;
    private boolean isHeartbeat;
    private boolean isWhole;
    private long openEvents;
    private long openBytes;
    private long lastSecond;

    private long transactions;
    private long withoutRows;
    private long events;
    private long bytes;
    private long readTransactions;
    private boolean ended;

    /**
     * Creates a learner; the file is written when it is closed.
     *
     * @param anonymous whether tables and columns get other names
     * @param mostTransactions 0 for no limit
     * @param enough is told that so many have come
     */
    public Learner(
            Endpoint endpoint,
            boolean checksums,
            Path file,
            boolean anonymous,
            long mostTransactions,
            Runnable enough) {
        this.file = file;
        this.anonymous = anonymous;
        this.mostTransactions = mostTransactions;
        this.enough = enough;
        checksumBytes = checksums ? CHECKSUM_BYTES : 0;
        lookup = new TableLookup(endpoint);
        tables = new LearnedTables(lookup::find);
        sampled = new SampledTransaction(tables);
        payloads = new PayloadReader(new PayloadSink() {}, null, sampled);
        body = sampled;
    }

    @Override
    public boolean wantsStart() {
        return false;
    }

    @Override
    public void startsBehind(String gtids) {}

    @Override
    public void readBegin(long arrivalMicros) {}

    @Override
    public void described(byte[] event) {
        checksumBytes =
                event.length > EventFramer.HEADER_BYTES + 5 && event[event.length - 5] == 1 ? CHECKSUM_BYTES : 0;
    }

    @Override
    public void begin(String ofFile, long offset, ByteBuffer buffer, int at, int prefix) {
        int type = buffer.get(at + 4) & 0xFF;
        if (open && EventKind.opensTransaction(type)) {
            endTransaction(); // of several that came together only the last one's end is told
        }
        if (!open) {
            openTransaction();
        }
        long length = buffer.getInt(at + 9) & 0xFFFF_FFFFL;
        openEvents++;
        openBytes += length;
        lastSecond = buffer.getInt(at) & 0xFFFF_FFFFL;
        isWhole = true;
        if (type == EventKind.FORMAT_DESCRIPTION && prefix == length) {
            checksumBytes = buffer.get(at + prefix - 5) == 1 ? CHECKSUM_BYTES : 0;
        }
        boolean isPayload = type == EventKind.TRANSACTION_PAYLOAD;
        if (!isPayload && !sampled.wants(type)) {
            return;
        }
        hasRows |= type != EventKind.TABLE_MAP;
        isHeartbeat |= type == EventKind.TABLE_MAP && isHeartbeat(buffer, at, prefix);
        if (!reads) {
            return;
        }
        body = isPayload ? payloads : sampled;
        try {
            if (prefix == length) {
                body.whole(buffer, at, type, prefix, checksumBytes);
            } else {
                header.read(buffer, at, length, checksumBytes);
                body.begin(buffer, at, prefix, header);
                isWhole = false;
            }
        } catch (StreamProtocolException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void more(ByteBuffer buffer, int at, int count) {
        if (isWhole) {
            return;
        }
        try {
            body.more(buffer, at, count);
        } catch (StreamProtocolException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void end(boolean between) {
        if (!isWhole) {
            try {
                body.end();
            } catch (StreamProtocolException e) {
                throw unreadable(e);
            }
        }
        if (between && open) {
            endTransaction();
        }
    }

    @Override
    public void broken() {
        open = false;
    }

    /** Nothing more comes; {@link #finish} does the rest. May be called again. */
    @Override
    public void close() {
        payloads.close();
        lookup.close();
    }

    private void openTransaction() {
        open = true;
        hasRows = false;
        isHeartbeat = false;
        openEvents = 0;
        openBytes = 0;
        reads = !ended && (halvings == 0 || chance.nextInt(1 << halvings) == 0);
        if (reads) {
            sampled.clear();
        }
    }

    private void endTransaction() {
        open = false;
        if (!hasRows || isHeartbeat || ended) {
            withoutRows += hasRows ? 0 : 1;
            return;
        }
        if (reads) {
            Folding folded = sampled.folded();
            if (folded.count() == 0) {
                return; // heartbeats, in a payload
            }
            shapes.add(folded, sampled.operations(), 1L << halvings);
            readTransactions++;
            transactionBytes.add(openBytes);
            long rows = sampled.rows(RowKind.INSERT) + sampled.rows(RowKind.UPDATE) + sampled.rows(RowKind.DELETE);
            if (rows - readRows >= ROWS_A_HALVING && halvings < MOST_HALVINGS) {
                readRows = rows;
                halvings++;
            }
        }
        transactions++;
        events += openEvents;
        bytes += openBytes;
        seconds.add(lastSecond);
        if (transactions == mostTransactions) {
            ended = true;
            enough.run();
        }
    }

    private LearnedFacts seen() {
        double read = readTransactions;
        return new LearnedFacts(
                transactions,
                readTransactions,
                0,
                seconds.mean(),
                seconds.dispersion(),
                (double) events / transactions,
                (double) bytes / transactions,
                sampled.rows(RowKind.INSERT) / read,
                sampled.rows(RowKind.UPDATE) / read,
                sampled.rows(RowKind.DELETE) / read,
                transactionBytes.most(),
                Map.of());
    }

    private static boolean isHeartbeat(ByteBuffer buffer, int at, int prefix) {
        int name = TABLE_NAMES + (buffer.get(at + TABLE_NAMES) & 0xFF) + 3;
        if (prefix < name + LearnedTables.HEARTBEATS.length()) {
            return false;
        }
        return Long.reverseBytes(buffer.getLong(at + name + 3)) == HEARTBEAT_WORD && buffer.get(at + name) == 'c';
    }

    private static RunFailedException unreadable(StreamProtocolException e) {
        return new RunFailedException("the log's rows cannot be read: " + e.getMessage(), e);
    }

    /**
     * Writes the workload file, once the reader has ended.
     *
     * @throws RunFailedException if there was nothing to learn from, or the file cannot be written
     */
    public void finish() {
        if (readTransactions == 0) {
            String why = sampled.unreadable();
            throw new RunFailedException(
                    why != null
                            ? "nothing was learned, as rows cannot be read of " + why
                            : withoutRows > 0
                                    ? "nothing was learned: the log has " + withoutRows
                                            + " transactions without rows; binlog_format must be ROW"
                                    : "nothing was learned: no transaction with rows has come");
        }
        String text = new WorkloadText(seen(), shapes, new ClearNames(anonymous)).text();
        String left = sampled.unreadable();
        left = left != null && anonymous ? left.substring(left.indexOf(": ") + 2) : left;
        try {
            Files.writeString(
                    file, left == null ? text : "# Left out, as they cannot be read: rows of " + left + "\n" + text);
        } catch (IOException e) {
            throw new RunFailedException("writing the workload file " + file + " failed: " + SecretFile.why(e), e);
        }
    }
}
