// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends the events of a recording after a position or GTID set, each block when it is due. Not thread-safe. */
final class DumpFeed {

    private static final long MAX_WAIT_NANOS = 50_000_000;

    private final Recording recording;
    private final List<LogBlock> blocks;
    private final PlayClock clock;
    private final DumpRequest request;
    private final ClientPackets packets;
    private final ArtificialEvents artificialEvents;
    private final Consumption consumption;
    private final @Nullable Gtids consumerGtids;
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    private int blockIndex;

    /** The block before it, if any, is a format description from before the recording, which is not counted. */
    private final int firstRecordedIndex;

    /** The first block with data that the consumer lacks; the last block if it lacks none. */
    private int firstNeededIndex;

    private LogPosition start;
    private LogPosition position;
    private long sentNanos = System.nanoTime();

    /** The current event may continue in the next block. */
    private long eventRemaining;

    private boolean isSending;

    private boolean skipsTransaction;

    /** True if the consumer may have some of the transactions still to be sent. */
    private boolean mayHaveTransactions = true;

    /** True if an event was found at the requested position; always true for a request by GTIDs. */
    private boolean isStartFound;

    /** @throws ServerErrorException if the recording lacks the requested position, or does not match the consumer's GTIDs */
    DumpFeed(Recording recording, PlayClock clock, DumpRequest request, ClientPackets packets, Consumption consumption)
            throws ServerErrorException {
        this.recording = recording;
        this.clock = clock;
        this.request = request;
        this.packets = packets;
        this.consumption = consumption;
        blocks = recording.blocks();
        artificialEvents = new ArtificialEvents(recording.server(), request.supportsChecksums());
        consumerGtids = request.gtids();
        isStartFound = consumerGtids != null;
        firstRecordedIndex = recording.firstRecordedIndex();
        firstNeededIndex = firstRecordedIndex;
        LogBlock beginning = blocks.get(firstNeededIndex);
        String file = request.position().file();
        start = file.isEmpty()
                ? new LogPosition(beginning.file(), request.position().offset())
                : request.position();
        checkAvailable(beginning);
        while (firstNeededIndex < blocks.size() - 1 && hasWholeBlock(blocks.get(firstNeededIndex))) {
            firstNeededIndex++;
        }
        // an event starts at the start of a file and after each transaction; with GTIDs, a dump needs a whole file
        blockIndex = firstIndexOfFile(firstNeededIndex);
        for (int i = firstNeededIndex; consumerGtids == null && i > blockIndex; i--) {
            blockIndex =
                    blocks.get(i - 1).endsOutsideTransaction() && blocks.get(i).offset() <= start.offset()
                            ? i
                            : blockIndex;
        }
        start = consumerGtids == null
                ? start
                : new LogPosition(blocks.get(blockIndex).file(), LogPosition.FIRST_EVENT);
        position = start;
    }

    static ServerErrorException refusal(String reason) {
        return new ServerErrorException(ServerErrorException.ER_SOURCE_FATAL, reason);
    }

    private void checkAvailable(LogBlock beginning) throws ServerErrorException {
        if (consumerGtids == null) {
            boolean isRecorded = blocks.stream()
                    .anyMatch(candidate -> candidate.file().equals(start.file())
                            && candidate.offset() <= start.offset()
                            && start.offset() <= candidate.end());
            if (!isRecorded) {
                throw refusal("no position " + start + " in the recording, which goes from " + beginning.file() + ":"
                        + beginning.offset() + " to " + recording.lastBlock().file() + ":"
                        + recording.lastBlock().end());
            }
            return;
        }
        String before = recording.server().gtidsBefore();
        if (before == null || !consumerGtids.includes(recording.gtids(0))) {
            throw refusal("GTIDs from before the recording are missing at the consumer: it has " + consumerGtids
                    + ", and the recording begins after " + (before == null ? "unknown ones" : before));
        }
        Gtids recordedGtids = recording.gtids(blocks.size());
        String serverUuid = recording.server().variable("server_uuid");
        if (consumerGtids instanceof GtidSet set
                ? set.subtract((GtidSet) recordedGtids).toString().contains(serverUuid) && !serverUuid.isEmpty()
                : !recordedGtids.includes(consumerGtids)) {
            throw refusal("the consumer's GTIDs " + consumerGtids + " go beyond the recording, which ends with "
                    + recordedGtids);
        }
    }

    private boolean hasWholeBlock(LogBlock logBlock) {
        return consumerGtids == null
                ? start.isAtOrAfter(logBlock.file(), logBlock.end())
                : consumerGtids.includes(logBlock.gtids());
    }

    private int firstIndexOfFile(int index) {
        int firstIndex = index;
        while (!blocks.get(firstIndex).isFirstOfFile()) {
            firstIndex--;
        }
        return firstIndex;
    }

    /**
     * After the log, sends an EOF packet if the consumer requested it; otherwise, waits until the consumer disconnects. Returns
     * true if the consumer may send another command.
     */
    boolean run() throws IOException {
        send(artificialEvents.rotate(start));
        int firstIndex = firstIndexOfFile(blockIndex);
        try (BlocksAhead firstBlocks = blocksFrom(firstIndex)) {
            unpack(blocks.get(firstIndex), firstBlocks);
            int length = blocks.get(firstIndex).bytes() < EventFramer.HEADER_BYTES ? 0 : bytes.getInt(9);
            if (length < ArtificialEvents.MIN_DESCRIPTION_BYTES
                    || length > blocks.get(firstIndex).bytes()) {
                throw damagedRecording(blocks.get(firstIndex), 0);
            }
            if (start.offset() > LogPosition.FIRST_EVENT) {
                send(artificialEvents.description(bytes));
            }
        }
        long startMicros = blocks.get(firstNeededIndex).micros();
        clock.addConsumer(startMicros);
        boolean isReader = false;
        boolean isComplete = false;
        try {
            isReader = awaitStart(startMicros);
            consumption.start(startMicros);
            isComplete = sendLog(isReader);
        } finally {
            if (!isReader) {
                clock.removeConsumer(startMicros);
            } else if (request.endsWithLog() && !isComplete) {
                clock.removeReader(startMicros);
            }
        }
        boolean isConnected = isComplete;
        while (isConnected && !request.endsWithLog()) { // sends heartbeats
            isConnected = await(Long.MAX_VALUE);
        }
        if (isConnected) {
            packets.sendEof();
        }
        return isConnected;
    }

    /** Waits until the clock provides the first data; returns true if the consumer is still connected. */
    private boolean awaitStart(long startMicros) throws IOException {
        boolean isConnected = await(startMicros);
        while (isConnected && !clock.addReader(startMicros)) { // the log started again
            isConnected = await(startMicros);
        }
        return isConnected;
    }

    /** Sends all blocks if the consumer is connected; returns true if it is still connected. */
    private boolean sendLog(boolean isConnectedAtStart) throws IOException {
        boolean isConnected = isConnectedAtStart;
        try (BlocksAhead ahead = blocksFrom(blockIndex)) {
            for (; isConnected && blockIndex < blocks.size(); blockIndex++) {
                isConnected = feed(blocks.get(blockIndex), ahead);
            }
        }
        if (isConnected && !isStartFound && recording.lastBlock().end() != start.offset()) {
            throw refusal("no event begins at " + start);
        }
        if (isConnected) {
            packets.flush();
            consumption.end(true);
        }
        return isConnected;
    }

    private BlocksAhead blocksFrom(int index) {
        return new BlocksAhead(blocks.subList(index, blocks.size()), recording::unpack);
    }

    /** Returns true if the consumer is still connected. */
    private boolean feed(LogBlock logBlock, BlocksAhead ahead) throws IOException {
        if (!await(logBlock.micros())) {
            return false;
        }
        if (!logBlock.file().equals(position.file())) {
            position = new LogPosition(logBlock.file(), LogPosition.FIRST_EVENT);
            send(artificialEvents.rotate(position));
        }
        unpack(logBlock, ahead);
        mayHaveTransactions = mayHaveTransactions
                && consumerGtids != null
                && !recording.gtids(blockIndex).includes(consumerGtids);
        for (int index = 0; index < logBlock.bytes(); ) {
            if (eventRemaining == 0) {
                beginEvent(logBlock, index);
            }
            int count = (int) Math.min(eventRemaining, logBlock.bytes() - index);
            if (isSending) {
                packets.continueEvent(bytes.array(), index, count);
            }
            index += count;
            eventRemaining -= count;
        }
        position = new LogPosition(logBlock.file(), logBlock.end());
        sentNanos = isSending ? System.nanoTime() : sentNanos;
        consumption.recordBlock(logBlock.micros(), clock.nanosUntil(logBlock.micros()));
        return true;
    }

    private void unpack(LogBlock logBlock, BlocksAhead ahead) throws IOException {
        byte[] unpacked = ahead.next();
        if (unpacked == null) {
            ServerErrorException damageError = damagedRecording(logBlock, 0);
            throw eventRemaining > 0
                    ? new IOException(damageError.text())
                    : damageError; // an error packet cannot be sent inside an event
        }
        bytes = ByteBuffer.wrap(unpacked).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ServerErrorException damagedRecording(LogBlock logBlock, int index) {
        return refusal("the recording is damaged at " + logBlock.file() + ":" + (logBlock.offset() + index));
    }

    private void beginEvent(LogBlock logBlock, int index) throws IOException {
        int remainingBytes = logBlock.bytes() - index;
        eventRemaining = remainingBytes < EventFramer.HEADER_BYTES ? 0 : bytes.getInt(index + 9) & 0xFFFF_FFFFL;
        long offset = logBlock.offset() + index;
        if (eventRemaining < EventFramer.HEADER_BYTES || !isRecorded(offset + eventRemaining)) {
            throw damagedRecording(logBlock, index);
        }
        if (!isStartFound && (!logBlock.file().equals(start.file()) || offset >= start.offset())) {
            // a position between two blocks is valid if the log has a gap between them
            if (offset != start.offset() && index > 0) {
                throw refusal("no event begins at " + start);
            }
            isStartFound = true;
        }
        int type = bytes.get(index + 4) & 0xFF;
        if (type == EventKind.FORMAT_DESCRIPTION
                && eventRemaining >= ArtificialEvents.MIN_DESCRIPTION_BYTES
                && eventRemaining <= remainingBytes) {
            artificialEvents.onDescription(bytes, index);
        }
        if (EventKind.opensTransaction(type)) {
            skipsTransaction = mayHaveTransactions
                    && type != EventKind.ANONYMOUS_GTID
                    && isAtConsumer(index, (int) Math.min(eventRemaining, remainingBytes), type);
        }
        isSending = isStartFound && (!skipsTransaction || EventKind.isControl(type));
        if (isSending) {
            packets.beginEvent(eventRemaining);
            if (blockIndex >= firstRecordedIndex) {
                consumption.recordEvent(type, eventRemaining);
            }
        }
    }

    /** Requires blocks without a gap up to {@code end}; only the last may end outside a transaction. */
    private boolean isRecorded(long end) {
        int lastIndex = blockIndex;
        while (end > blocks.get(lastIndex).end()
                && !blocks.get(lastIndex).endsOutsideTransaction()
                && lastIndex + 1 < blocks.size()
                && blocks.get(lastIndex + 1).offset() == blocks.get(lastIndex).end()) {
            lastIndex++;
        }
        return end <= blocks.get(lastIndex).end();
    }

    private boolean isAtConsumer(int index, int available, int type) {
        ExecutedGtids transaction =
                ExecutedGtids.atLogStart(true, recording.server().mariaDb());
        transaction.begin(bytes, index, index + available - Recorder.CHECKSUM_BYTES, type);
        transaction.end();
        return consumerGtids != null && consumerGtids.includes(transaction.allGtids());
    }

    /** Sends heartbeats until data recorded at this time is due. Returns true if the consumer is still connected. */
    private boolean await(long micros) throws IOException {
        long remainingNanos = clock.nanosUntil(micros);
        if (remainingNanos > 0) {
            packets.flush();
        }
        for (; remainingNanos > 0; remainingNanos = clock.nanosUntil(micros)) {
            if (request.heartbeatNanos() > 0 && System.nanoTime() - sentNanos >= request.heartbeatNanos()) {
                send(artificialEvents.heartbeat(position));
            }
            if (!packets.isConnected((int) (Math.min(remainingNanos, MAX_WAIT_NANOS) / 1_000_000))) {
                return false;
            }
        }
        return true;
    }

    private void send(byte[] event) throws IOException {
        packets.beginEvent(event.length);
        packets.continueEvent(event, 0, event.length);
        packets.flush();
        sentNanos = System.nanoTime();
    }
}
