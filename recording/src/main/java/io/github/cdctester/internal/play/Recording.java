// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.payload.ZstdBlocks;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.bound.BoundedFile;
import io.github.cdctester.internal.bound.Budget;
import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.json.RecordJson;
import io.github.cdctester.internal.play.RecordedTables.RecordedTable;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A recording ends with the last complete transaction before the first damaged data. Thread-safe. */
public final class Recording {

    static final int VERSION = 1;
    private static final String SERVER_FILE = "recording.json";

    private static final int BLOCK_BYTES = 200;

    private final Path directory;
    private final RecordedServer server;
    private final List<LogBlock> blocks = new ArrayList<>();
    private final Gtids gtidsBefore;
    private final Budget memory = new Budget(2L * BoundedFile.MAX_OBJECT_FILE_BYTES);
    /** The position of the cut; empty after the last complete transaction; {@code null} if the recording is not cut. */
    private @Nullable String damage;

    /**
     * Data of the original server.
     *
     * @param gtidsBefore GTIDs before the recording; {@code null} if unknown
     * @param variables all global variables, by lower-case name
     * @param tables in log order
     */
    record RecordedServer(
            int recordingVersion,
            boolean mariaDb,
            boolean gtids,
            @Nullable String gtidsBefore,
            Map<String, String> variables,
            List<RecordedTable> tables) {

        RecordedServer withGtidsBefore(String knownGtids) {
            return new RecordedServer(recordingVersion, mariaDb, gtids, knownGtids, variables, tables);
        }

        RecordedServer withTables(List<RecordedTable> knownTables) {
            return new RecordedServer(recordingVersion, mariaDb, gtids, gtidsBefore, variables, knownTables);
        }

        /** Returns a variable; an empty string if the server has no variable of this name. */
        String variable(String name) {
            return variables.getOrDefault(name, "");
        }

        void write(Path directory) throws IOException {
            Path temporaryFile = directory.resolve("." + SERVER_FILE + ".part");
            Files.deleteIfExists(temporaryFile);
            Files.createFile(temporaryFile, SecretFile.ownerOnlyAttributes(directory));
            Files.write(temporaryFile, RecordJson.PLAIN.bytes(RecordedServer.class, this));
            Files.move(temporaryFile, directory.resolve(SERVER_FILE), StandardCopyOption.REPLACE_EXISTING);
        }

        static RecordedServer read(Path directory) throws IOException {
            byte[] json = BoundedFile.bytes(directory.resolve(SERVER_FILE), BoundedFile.MAX_OBJECT_FILE_BYTES);
            long version = JsonObject.parse(new String(json, StandardCharsets.UTF_8))
                    .map(head -> head.number("recordingVersion", 0))
                    .orElse(0L);
            if (version != VERSION) {
                String newer = version > VERSION ? "; use a newer cdc-tester" : "";
                throw new IllegalArgumentException("its version is " + version + ", not " + VERSION + newer);
            }
            RecordedServer server = RecordJson.PLAIN.read(json, RecordedServer.class);
            if (server.variables == null || server.variables.containsValue(null) || server.tables == null) {
                throw new IllegalArgumentException("the variables or the tables are missing");
            }
            return server;
        }
    }

    /**
     * @throws InvalidPlanException if the recording is missing, of another version, larger than supported, or has no complete
     *     transaction
     */
    public Recording(Path directory) {
        this.directory = directory;
        String invalidPart = SERVER_FILE;
        try {
            server = RecordedServer.read(directory);
            gtidsBefore = Gtids.parse(server.gtidsBefore() == null ? "" : server.gtidsBefore(), server.mariaDb());
            invalidPart = "its index";
            index();
        } catch (IOException e) {
            throw invalidRecording(invalidPart + ": " + SecretFile.reasonOf(e));
        } catch (IllegalArgumentException e) {
            throw invalidRecording(invalidPart + ": " + e.getMessage());
        }
        while (!blocks.isEmpty() && !lastBlock().endsOutsideTransaction()) {
            blocks.remove(blocks.size() - 1);
            damage = damage == null ? "" : damage;
        }
        if (blocks.isEmpty() || !blocks.get(0).isFirstOfFile()) {
            throw invalidRecording("it has no whole transaction");
        }
    }

    private InvalidPlanException invalidRecording(String reason) {
        return new InvalidPlanException("recording", directory, "a directory with a recording (" + reason + ")");
    }

    /** Stops at the first damage, because later data cannot be played. */
    private void index() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            List<String> files = entries.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(Recorder.SUFFIX))
                    .map(name -> name.substring(0, name.length() - Recorder.SUFFIX.length()))
                    .map(name -> URLDecoder.decode(name, StandardCharsets.UTF_8))
                    .sorted(Comparator.comparingInt(String::length).thenComparing(name -> name))
                    .toList();
            for (int i = 0; i < files.size() && damage == null; i++) {
                index(files.get(i));
            }
        }
    }

    /** Stops at the first invalid block: incomplete, for example after a kill, or with a gap before it. */
    private void index(String file) throws IOException {
        int firstOfFile = blocks.size();
        try (FileChannel in = FileChannel.open(path(directory, file))) {
            long position = 0;
            for (LogBlock next = LogBlock.read(file, in, 0, server.mariaDb()); next != null; ) {
                long offset = next.offset();
                while (blocks.size() > firstOfFile && lastBlock().offset() >= offset) {
                    blocks.remove(blocks.size() - 1); // repeated data replaces earlier data
                }
                // after a format description from before the recording, the recorded data follows with a gap
                boolean isContinuation = blocks.size() > firstOfFile
                        && (offset == lastBlock().end()
                                || lastBlock().isFirstOfFile()
                                        && offset > lastBlock().end());
                if (offset > LogPosition.FIRST_EVENT && !isContinuation) {
                    break;
                }
                if (!memory.take(BLOCK_BYTES + 4 * (next.packedOffset() - position))) {
                    break;
                }
                if (offset >= LogPosition.FIRST_EVENT) {
                    blocks.add(next);
                }
                position = next.packedOffset() + next.packedBytes();
                next = LogBlock.read(file, in, position, server.mariaDb());
            }
            if (memory.isExceeded()) {
                throw new IllegalArgumentException(
                        "it takes more memory than a quarter of the heap; JAVA_OPTS=-Xmx1g has more");
            }
            damage = position < in.size() ? " at " + file + ".zst, byte " + position : null;
        }
    }

    /** The server chose the file's name, so special characters are escaped. */
    static Path path(Path directory, String file) {
        return directory.resolve(URLEncoder.encode(file, StandardCharsets.UTF_8) + Recorder.SUFFIX);
    }

    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(SERVER_FILE));
    }

    RecordedServer server() {
        return server;
    }

    /** Returns the blocks in log order; at least one. */
    List<LogBlock> blocks() {
        return blocks;
    }

    LogBlock lastBlock() {
        return blocks.get(blocks.size() - 1);
    }

    /** Includes the GTIDs before the recording, if known. */
    Gtids gtids(int blockCount) {
        return blockCount == 0
                ? gtidsBefore
                : gtidsBefore.followedBy(blocks.get(blockCount - 1).gtids());
    }

    /** Block 0 may be a format description from before the recording. */
    int firstRecordedIndex() {
        LogBlock firstBlock = blocks.get(0);
        return blocks.size() > 1 && blocks.get(1).offset() > firstBlock.end() ? 1 : 0;
    }

    public double seconds() {
        return (lastBlock().micros() - blocks.get(firstRecordedIndex()).micros()) / 1e6;
    }

    /** Returns false if the block is damaged. */
    boolean unpack(LogBlock block, byte[] packed, byte[] unpacked, ZstdBlocks zstd) throws IOException {
        try (FileChannel in = FileChannel.open(path(directory, block.file()))) {
            return LogBlock.fill(ByteBuffer.wrap(packed, 0, block.packedBytes()), in, block.packedOffset())
                    && zstd.unpack(packed, block.packedBytes(), unpacked, block.bytes());
        }
    }

    @Override
    public String toString() {
        String missingText = MissingDefinitions.text(server.tables());
        String damageText = damage == null ? "" : "; it was cut" + damage + ": the rest is not a complete transaction";
        return directory + ": " + server.variable("version") + ", "
                + blocks.get(0).file() + " to " + lastBlock().file() + ":"
                + lastBlock().end()
                + String.format(Locale.ROOT, ", %.1f s", seconds()) + missingText + damageText;
    }
}
