// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.ServerVariables;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Checks before the first write whether the server's settings and disks allow the transactions. */
final class ServerLimits {

    private static final long CACHE_BLOCK_BYTES = 4_096;

    private ServerLimits() {}

    static void check(ServerVariables variables, LargeTransactions spec, TransactionShape shape) {
        long maxCacheBytes = variables.number("max_binlog_cache_size", Long.MAX_VALUE);
        if (maxCacheBytes < shape.logBytes()) {
            throw new RunFailedException(
                    "max_binlog_cache_size is " + maxCacheBytes + " bytes, too small for a transaction of "
                            + shape.logBytes()
                            + ": SET GLOBAL max_binlog_cache_size = "
                            + (shape.logBytes() / CACHE_BLOCK_BYTES + 1) * CACHE_BLOCK_BYTES + ", or give a smaller "
                            + Setting.TRX_SIZE);
        }
        checkDisks(variables, spec, shape);
    }

    /** The server is assumed to be on this machine if its process id file is readable. */
    private static void checkDisks(ServerVariables variables, LargeTransactions spec, TransactionShape shape) {
        try {
            Path dataDirectory = Path.of(variables.text("datadir"));
            String pidFile = variables.text("pid_file");
            if (pidFile.isEmpty() || !dataDirectory.isAbsolute() || !Files.isReadable(dataDirectory.resolve(pidFile))) {
                return;
            }
            long transactions = Math.max(1, spec.transactions());
            Map<FileStore, Long> requiredBytes = new LinkedHashMap<>();
            Map<FileStore, String> directories = new LinkedHashMap<>();
            addRequiredBytes(
                    requiredBytes,
                    directories,
                    Objects.requireNonNullElse(
                            dataDirectory
                                    .resolve(variables.text("log_bin_basename"))
                                    .getParent(),
                            dataDirectory),
                    shape.logBytes() * transactions);
            // data beyond the memory cache are in a temporary file
            addRequiredBytes(
                    requiredBytes, directories, Path.of(variables.text("tmpdir").split(":")[0]), shape.logBytes());
            if (spec.kind() == RowChange.INSERT || spec.kind() == RowChange.INSERT_SELECT) {
                addRequiredBytes(requiredBytes, directories, dataDirectory, shape.logBytes() * transactions);
            }
            for (Map.Entry<FileStore, Long> disk : requiredBytes.entrySet()) {
                long freeBytes = disk.getKey().getUsableSpace();
                if (freeBytes < disk.getValue()) {
                    throw new RunFailedException("the server's disk of " + directories.get(disk.getKey()) + " has "
                            + freeBytes
                            + " bytes left, but log, rows and temporary files need about " + disk.getValue()
                            + ": give a smaller " + Setting.TRX_SIZE + " or " + Setting.TRX_COUNT + ", or make room");
                }
            }
        } catch (IOException | InvalidPathException e) {
            // the disks are not visible, so the server will report a full disk
        }
    }

    private static void addRequiredBytes(
            Map<FileStore, Long> requiredBytes, Map<FileStore, String> directories, Path directory, long bytes)
            throws IOException {
        FileStore store = Files.getFileStore(directory);
        requiredBytes.merge(store, bytes, Long::sum);
        directories.putIfAbsent(store, directory.toString());
    }
}
