// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.recording;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.payload.ZstdBlocks;
import io.github.cdctester.internal.binlog.position.LogPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A recording with its index, up to the last block behind which no transaction is open, or up to what is damaged. Safe for use by
 * several threads.
 */
public final class Recording {

    private final Path directory;
    private final RecordedServer server;
    private final List<LogBlock> blocks = new ArrayList<>();
    private final Gtids before;
    private final Gtids all;
    private @Nullable String damage;

    /**
     * Reads the index.
     *
     * @throws InvalidPlanException if there is no recording, one of another version, or one without a whole transaction
     */
    public Recording(Path directory) {
        this.directory = directory;
        server = RecordedServer.read(directory);
        try (Stream<Path> entries = Files.list(directory)) {
            List<String> files = entries.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(Recorder.SUFFIX))
                    .sorted(Comparator.comparingInt(String::length).thenComparing(name -> name))
                    .toList();
            for (int i = 0; i < files.size() && damage == null; i++) { // behind a gap there is nothing to be played
                String name = files.get(i);
                index(name.substring(0, name.length() - Recorder.SUFFIX.length()));
            }
            before = Gtids.parse(server.gtidsBefore() == null ? "" : server.gtidsBefore(), server.mariaDb());
        } catch (IOException e) {
            throw new RunFailedException("reading the recording " + directory + " failed: " + SecretFile.why(e), e);
        } catch (IllegalArgumentException e) {
            throw RecordedServer.refused(directory, "its index has no GTIDs: " + e.getMessage());
        }
        while (!blocks.isEmpty() && !last().between()) {
            blocks.remove(blocks.size() - 1);
            damage = damage == null ? "" : damage;
        }
        if (blocks.isEmpty() || !blocks.get(0).isFirst()) {
            throw RecordedServer.refused(directory, "it has no whole transaction");
        }
        Gtids union = before;
        for (LogBlock block : blocks) {
            union = union.followedBy(block.gtids());
        }
        all = union;
    }

    /** Up to a block that is not whole, as a process that was killed leaves one. */
    private void index(String file) throws IOException {
        int firstOfFile = blocks.size();
        try (FileChannel in = FileChannel.open(path(file))) {
            long place = 0;
            LogBlock block = LogBlock.read(file, in, place, server.mariaDb());
            while (block != null) {
                // what came again replaces what stands there
                while (blocks.size() > firstOfFile && last().offset() >= block.offset()) {
                    blocks.remove(blocks.size() - 1);
                }
                boolean first = blocks.size() == firstOfFile;
                if (block.offset() > LogPosition.FIRST_EVENT && (first || !last().isFollowedAt(block.offset()))) {
                    break; // what stood between is missing
                }
                if (block.offset() >= LogPosition.FIRST_EVENT) {
                    blocks.add(block);
                }
                place = block.packedAt() + block.packedBytes();
                block = LogBlock.read(file, in, place, server.mariaDb());
            }
            damage = place < in.size() ? " at " + file + ".zst, byte " + place : null;
        }
    }

    private Path path(String file) {
        return directory.resolve(file + Recorder.SUFFIX);
    }

    /** Whether a directory has a recording. */
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(RecordedServer.NAME));
    }

    public RecordedServer server() {
        return server;
    }

    /** In the order of the log; at least one. */
    public List<LogBlock> blocks() {
        return blocks;
    }

    public LogBlock last() {
        return blocks.get(blocks.size() - 1);
    }

    /** Those before it; none where they are not known. */
    public Gtids before() {
        return before;
    }

    /** Those before it, and of all of it. */
    public Gtids all() {
        return all;
    }

    /** The block with which the log itself begins: the first one may be a format description from before it. */
    public int beginning() {
        LogBlock first = blocks.get(0);
        return blocks.size() > 1 && blocks.get(1).offset() > first.end() ? 1 : 0;
    }

    /** How long it took to record. */
    public double seconds() {
        return (last().micros() - blocks.get(beginning()).micros()) / 1e6;
    }

    /** Unpacks a block by way of one buffer into another one; tells whether it is sound. */
    boolean unpack(LogBlock block, ByteBuffer packed, byte[] into, ZstdBlocks zstd) throws IOException {
        packed.clear().limit(block.packedBytes());
        try (FileChannel in = FileChannel.open(path(block.file()))) {
            return LogBlock.isFilled(packed, in, block.packedAt())
                    && zstd.unpack(packed.array(), block.packedBytes(), into, block.bytes());
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: %s, %s to %s:%d, %.1f s%s",
                directory,
                server.variable("version"),
                blocks.get(0).file(),
                last().file(),
                last().end(),
                seconds(),
                damage == null ? "" : "; it was cut" + damage + ": what follows is no whole transaction");
    }
}
