// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.binlog.EventTap;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.payload.ZstdBlocks;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.play.Recording.RecordedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes each log file as blocks of data that arrived within 20 ms. A block ends between transactions, unless a transaction is
 * longer than a block. Data that the server repeats after a reconnect replaces the earlier data.
 */
public final class Recorder implements EventTap {

    /** Uncompressed bytes. A recorder keeps one block in memory, and each dump of a player keeps two. */
    static final int BLOCK_BYTES = 1 << 20;

    static final int PACKED_BYTES = ZstdBlocks.maxCompressedBytes(BLOCK_BYTES);

    static final String SUFFIX = ".zst";

    private static final long BLOCK_SPAN_MICROS = 20_000;

    private static final Duration TABLE_ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private static final byte[] MAGIC = {(byte) 0xFE, 'b', 'i', 'n'};
    static final int CHECKSUM_BYTES = 4;
    private static final byte CRC32 = 1;

    private final Path directory;
    private final byte[] rawBytes = new byte[BLOCK_BYTES];
    private final byte[] packedBlock = new byte[PACKED_BYTES];
    private final ZstdBlocks zstd = new ZstdBlocks();
    private final ExecutedGtids gtids;
    private final RecordedTables tables;
    private RecordedServer server;
    private byte @Nullable [] description;
    private int checksumBytes;
    private String file = "";
    private @Nullable FileChannel out;
    private long blockOffset;
    private long blockMicros;
    private long arrivalMicros;
    private int usedBytes;

    private int usedByTransactions;

    /**
     * Creates files at the first event.
     *
     * @throws InvalidPlanException if the directory already contains a recording
     */
    public Recorder(Path directory, Endpoint endpoint, ServerInfo info, Map<String, String> variables) {
        if (Recording.isIn(directory)) {
            throw new InvalidPlanException("out", directory, "a directory without a recording");
        }
        this.directory = directory;
        tables = new RecordedTables(endpoint, TABLE_ANSWER_TIMEOUT);
        server = new RecordedServer(Recording.VERSION, info.isMariaDb(), info.hasGtids(), null, variables, List.of());
        gtids = ExecutedGtids.atLogStart(server.gtids(), server.mariaDb());
        checksumBytes = info.hasChecksums() ? CHECKSUM_BYTES : 0;
    }

    @Override
    public void setStartGtids(String startGtids) {
        server = server.withGtidsBefore(startGtids);
    }

    @Override
    public void readBegin(long micros) {
        if (usedByTransactions > 0 && micros - blockMicros >= BLOCK_SPAN_MICROS) {
            write(usedByTransactions);
        }
        arrivalMicros = micros;
    }

    @Override
    public void formatDescription(byte[] event) {
        description = event;
        checksumBytes = checksumBytes(event[event.length - 1 - CHECKSUM_BYTES]);
    }

    private static int checksumBytes(byte algorithm) {
        return algorithm == CRC32 ? CHECKSUM_BYTES : 0;
    }

    @Override
    public void begin(String logFile, long offset, ByteBuffer buffer, int index, int prefixBytes) {
        if (!logFile.equals(file)) {
            switchTo(logFile, offset);
        }
        // the beginning of an event must not span two blocks
        while (usedBytes > 0 && (offset != blockOffset + usedBytes || prefixBytes > BLOCK_BYTES - usedBytes)) {
            write(usedByTransactions > 0 ? usedByTransactions : usedBytes);
        }
        if (usedBytes == 0) {
            blockOffset = offset;
        }
        int type = buffer.get(index + 4) & 0xFF;
        if (EventKind.opensTransaction(type)) {
            end(true);
            gtids.begin(buffer, index, index + prefixBytes - checksumBytes, type);
        } else if (type == EventKind.TABLE_MAP) {
            tables.onTableMap(logFile, offset, buffer, index, prefixBytes - checksumBytes);
        } else if (type == EventKind.FORMAT_DESCRIPTION && prefixBytes == buffer.getInt(index + 9)) {
            checksumBytes = checksumBytes(buffer.get(index + prefixBytes - 1 - CHECKSUM_BYTES));
        }
        append(buffer, index, prefixBytes);
    }

    @Override
    public void append(ByteBuffer buffer, int index, int count) {
        for (int i = 0; i < count; ) {
            blockMicros = usedBytes == 0 ? arrivalMicros : blockMicros;
            int copied = Math.min(count - i, BLOCK_BYTES - usedBytes);
            buffer.get(index + i, rawBytes, usedBytes, copied);
            usedBytes += copied;
            i += copied;
            if (usedBytes == BLOCK_BYTES) {
                write(usedByTransactions > 0 ? usedByTransactions : usedBytes);
            }
        }
    }

    @Override
    public void end(boolean betweenTransactions) {
        if (betweenTransactions) {
            usedByTransactions = usedBytes;
            gtids.end();
        }
    }

    @Override
    public void onBreak() {
        usedBytes = usedByTransactions;
        gtids.clear();
    }

    @Override
    public void close() {
        try (zstd) {
            if (out != null) {
                onBreak();
                write(usedBytes);
                tables.close();
                server.withTables(tables.definitions()).write(directory);
                out.close();
            }
        } catch (IOException e) {
            throw writeFailure(e);
        }
    }

    /** May return to an earlier file. */
    private void switchTo(String name, long offset) {
        write(usedBytes);
        if (name.isBlank()) {
            throw new RunFailedException("no file can have the name of the log file '" + name + "'");
        }
        try {
            if (out == null) {
                Files.createDirectories(directory);
                server.write(directory);
            } else {
                out.close();
            }
            FileChannel openedFile = FileChannel.open(
                    Recording.path(directory, name),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    SecretFile.ownerOnlyAttributes(directory));
            out = openedFile;
            file = name;
            if (openedFile.size() == 0) {
                writeAsBlock(0, MAGIC);
                if (offset > LogPosition.FIRST_EVENT && description != null) {
                    writeAsBlock(LogPosition.FIRST_EVENT, description);
                }
            }
        } catch (IOException e) {
            throw writeFailure(e);
        }
    }

    private void writeAsBlock(long offset, byte[] bytes) {
        blockOffset = offset;
        append(ByteBuffer.wrap(bytes), 0, bytes.length);
        end(true);
        write(usedBytes);
    }

    private void write(int count) {
        if (count == 0 || out == null) {
            return;
        }
        try {
            int packedBytes = zstd.pack(rawBytes, count, packedBlock);
            byte[] head = LogBlock.encodedHead(
                    blockOffset, count, packedBytes, usedByTransactions >= count, blockMicros, gtids.toString());
            ByteBuffer[] block = {ByteBuffer.wrap(head), ByteBuffer.wrap(packedBlock, 0, packedBytes)};
            while (block[1].hasRemaining()) {
                out.write(block);
            }
        } catch (IOException e) {
            throw writeFailure(e);
        }
        System.arraycopy(rawBytes, count, rawBytes, 0, usedBytes - count);
        blockOffset += count;
        blockMicros = arrivalMicros;
        usedBytes -= count;
        usedByTransactions = Math.max(0, usedByTransactions - count);
    }

    /** Wraps the exception, because the stream would reconnect after a plain IOException. */
    private RunFailedException writeFailure(IOException e) {
        return new RunFailedException(
                "writing the recording " + directory + " failed: " + SecretFile.reasonOf(e),
                new UncheckedIOException(e));
    }
}
