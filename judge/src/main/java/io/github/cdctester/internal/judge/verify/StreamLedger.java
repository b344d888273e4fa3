// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.meter.OwnTransactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Matches acknowledged commits with one stream. The reader's thread passes transactions in batches, so that it takes the lock
 * about once per read. Workers take the lock once per commit. Without a write side, only the reader's thread uses this ledger,
 * without lock or batch.
 */
public final class StreamLedger implements TransactionWatch, StreamCheck {

    private static final int BATCH_LENGTH = 512;

    /** A stream with more sources is not checked by GTID. */
    private static final int MAX_SOURCES = 256;

    /** Later sources get fewer intervals, so that a server cannot fill the memory with invented sources. */
    private static final int FIRST_SOURCES = 4;

    private final boolean mariaDb;
    private final boolean writes;
    private final List<UUID> unorderedSources;
    private final LedgerMemory memory;
    private final OwnTransactions ownTransactions;
    private final HeartbeatSequence heartbeats = new HeartbeatSequence();
    private final PositionLedger positions = new PositionLedger();

    // confined to the reader's thread
    private final SourceLedger[] batchSources;
    private final long[] batchNumbers;
    private final long[] batchOffsets;
    private final boolean[] batchHeartbeats;
    private final long[] batchValues;

    /** Index in the batch of the transaction that ended last; -1 if it is not in the batch. */
    private int batchLast = -1;

    private String batchFile = "";
    private int batchSize;
    private @Nullable SourceLedger readSource;

    /** Source of the last transaction, if {@link SourceLedger#recordFollowers} may record the next ones. */
    private @Nullable SourceLedger followedSource;

    private LogCursor cursor = new LogCursor();
    private String beginFile = "";
    private long beginOffset = -1;
    private long lastHeartbeat = -1;
    private long lastHeartbeatLogId;
    private boolean windowOpened;
    private long unnamed;

    // guarded by the lock
    private final Object lock = new Object();
    private final List<SourceLedger> sources = new ArrayList<>();
    /** Empty for MySQL, which numbers each source separately, and for a run that writes, which does not check gaps. */
    private final List<DomainNumbers> domains = new ArrayList<>();

    private @Nullable SourceLedger lastAcknowledgedSource;
    private long acknowledged;
    private boolean tooManySources;
    private GtidSet gtidsBefore = new GtidSet();

    /** {@code unorderedSources} contains UUIDs of sources whose numbers are not assigned in the order of the log. */
    public StreamLedger(
            boolean mariaDb,
            boolean writes,
            List<String> unorderedSources,
            LedgerMemory memory,
            OwnTransactions ownTransactions) {
        this.ownTransactions = ownTransactions;
        this.unorderedSources = unorderedSources.stream().map(UUID::fromString).toList();
        this.mariaDb = mariaDb;
        this.memory = memory;
        this.writes = writes;
        int batchLength = writes ? BATCH_LENGTH : 0;
        batchSources = new SourceLedger[batchLength];
        batchNumbers = new long[batchLength];
        batchOffsets = new long[batchLength];
        batchHeartbeats = new boolean[batchLength];
        batchValues = new long[batchLength * OwnTransactions.VALUE_COUNT];
    }

    /** Call it before the stream starts. Ignored for MariaDB, whose GTID positions list no ranges. */
    public void setGtidsBeforeStream(String gtids) {
        if (!mariaDb) {
            synchronized (lock) {
                gtidsBefore = GtidSet.parse(gtids);
            }
        }
    }

    @Override
    public void acknowledged(long high, long low, String tag, long number) {
        synchronized (lock) {
            SourceLedger source = lastAcknowledgedSource;
            if (source == null || !source.matches(high, low, tag)) {
                source = source(high, low, tag);
                lastAcknowledgedSource = source;
            }
            acknowledged++;
            if (source != null) {
                source.acknowledged(number);
            }
        }
    }

    @Override
    public void writeWindowOpens() {
        synchronized (lock) {
            acknowledged = 0;
            sources.forEach(SourceLedger::forgetAcknowledged);
        }
    }

    @Override
    public void setCursor(LogCursor reader) {
        cursor = reader;
        positions.setCursor(reader);
    }

    @Override
    public void onBegin() {
        beginFile = cursor.file();
        beginOffset = cursor.offset();
        positions.begins();
    }

    @Override
    public void onEnd(long high, long low, String tag, long number, long heartbeat) {
        if (heartbeat >= 0) {
            recordHeartbeat(heartbeat, number == 0 ? beginOffset : number);
        }
        boolean isTorn = positions.ended(heartbeat >= 0, number != 0);
        followedSource = null;
        batchLast = -1;
        if (number == 0) {
            unnamed += windowOpened ? 1 : 0;
            if (isTorn) {
                positions.recordTorn(tornPosition());
            }
            return;
        }
        SourceLedger source = readSource;
        if (source == null || !source.matches(high, low, tag)) {
            synchronized (lock) {
                source = source(high, low, tag);
            }
            readSource = source;
            if (source == null) {
                return;
            }
        }
        if (isTorn) {
            positions.recordTorn(source.name(number) + " " + tornPosition());
        }
        if (!writes) {
            // without the lock: no other thread reads the source before the reader has ended
            source.ended(number, windowOpened && heartbeat < 0, beginFile, beginOffset, batchValues, 0);
            followedSource = source.acceptsFollowersOf(number) ? source : null;
            return;
        }
        if (batchSize == BATCH_LENGTH || !beginFile.equals(batchFile)) {
            passBatch();
            batchFile = beginFile;
        }
        batchSources[batchSize] = source;
        batchNumbers[batchSize] = number;
        batchOffsets[batchSize] = beginOffset;
        batchHeartbeats[batchSize] = heartbeat >= 0;
        batchLast = batchSize++;
    }

    /** Adds the values of the transaction that ended last; see {@link OwnTransactions}. */
    public void measured(long[] values) {
        if (batchLast >= 0) {
            int offset = batchLast * OwnTransactions.VALUE_COUNT;
            System.arraycopy(values, 0, batchValues, offset, OwnTransactions.VALUE_COUNT);
        }
    }

    /**
     * If the connection broke before the answer, the tester writes the heartbeat again. The log then contains it twice, with
     * different GTIDs or positions. This is not a fault.
     */
    private void recordHeartbeat(long heartbeat, long logId) {
        if (heartbeat != lastHeartbeat || logId == lastHeartbeatLogId) {
            heartbeats.record(heartbeat, windowOpened);
        }
        lastHeartbeat = heartbeat;
        lastHeartbeatLogId = logId;
    }

    @Override
    public boolean acceptsFollowers() {
        return !writes && followedSource != null && positions.acceptsFollowers();
    }

    @Override
    public void addFollowers(long transactions) {
        Objects.requireNonNull(followedSource, "was not requested").recordFollowers(transactions);
    }

    private String tornPosition() {
        return "at " + beginFile + ":" + beginOffset + " is not whole";
    }

    @Override
    public void onWindowOpened() {
        passBatch();
        positions.windowOpened();
        windowOpened = true;
    }

    @Override
    public void onReadEnd() {
        passBatch();
    }

    private void passBatch() {
        if (batchSize == 0) {
            return;
        }
        synchronized (lock) {
            for (int i = 0; i < batchSize; i++) {
                boolean isMeasured = windowOpened && !batchHeartbeats[i];
                int offset = i * OwnTransactions.VALUE_COUNT;
                batchSources[i].ended(batchNumbers[i], isMeasured, batchFile, batchOffsets[i], batchValues, offset);
            }
        }
        batchSize = 0;
    }

    /** Call it under the lock. Returns {@code null} if there are too many sources. */
    private @Nullable SourceLedger source(long high, long low, String tag) {
        for (SourceLedger source : sources) {
            if (source.matches(high, low, tag)) {
                return source;
            }
        }
        if (sources.size() == MAX_SOURCES) {
            tooManySources = true;
            return null;
        }
        boolean isOrdered = mariaDb || !unorderedSources.contains(new UUID(high, low));
        boolean isFirst = sources.size() < FIRST_SOURCES;
        SourceLedger source =
                new SourceLedger(high, low, tag, mariaDb, isOrdered, isFirst, memory, writes ? ownTransactions : null);
        source.setNumbersBefore(gtidsBefore.numbersOf(high, low, tag));
        sources.add(source);
        if (mariaDb && !writes) {
            domain(high).add(source);
        }
        return source;
    }

    private DomainNumbers domain(long id) {
        for (DomainNumbers domain : domains) {
            if (domain.id == id) {
                return domain;
            }
        }
        DomainNumbers domain = new DomainNumbers(id);
        domains.add(domain);
        return domain;
    }

    @Override
    public long pending() {
        synchronized (lock) {
            return sources.stream().mapToLong(SourceLedger::pending).sum();
        }
    }

    @Override
    public StreamFindings findings() {
        synchronized (lock) {
            sources.forEach(SourceLedger::settle);
            Incidents absent = mariaDb
                    ? Incidents.sum(domains, DomainNumbers::absent)
                    : Incidents.sum(sources, SourceLedger::absent);
            return StreamFindings.of(
                    acknowledged, unnamed, sources, absent, tooManySources, heartbeats, positions.findings());
        }
    }
}
