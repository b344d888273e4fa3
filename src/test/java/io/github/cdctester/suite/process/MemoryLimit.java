// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A memory limit for a process and its children, including cached pages. Implemented as a cgroup of version 1, which only root may create.
 */
public final class MemoryLimit implements AutoCloseable {

    private static final Path ROOT = Path.of("/sys/fs/cgroup/memory");
    private static final long CHECK_NANOS = 50_000_000;
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Path group;
    private @Nullable Process filler;

    private MemoryLimit(Path group) {
        this.group = group;
    }

    /** Requires cgroups of version 1, and permission to create one. */
    public static boolean isPossible() {
        return Files.isWritable(ROOT) && Files.exists(ROOT.resolve("memory.limit_in_bytes"));
    }

    public static MemoryLimit of(long bytes) {
        try {
            Path group = Files.createTempDirectory(ROOT, "cdctester");
            Files.writeString(group.resolve("memory.limit_in_bytes"), String.valueOf(bytes));
            return new MemoryLimit(group);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public long limitReachedCount() {
        return number("memory.failcnt");
    }

    /** Excludes cached pages. */
    public long usedBytes() {
        try (Stream<String> lines = Files.lines(group.resolve("memory.stat"))) {
            return lines.filter(line -> line.startsWith("rss "))
                    .mapToLong(line -> Long.parseLong(line.substring(4)))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Fills the remaining memory with cached pages: a process within the limit reads a larger file. */
    public void fill(Path directory, long bytes) {
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("pages").toFile(), "rw")) {
            file.setLength(bytes); // sparse: nothing is read from the disk
            filler = new ProcessBuilder(withinLimit(List.of(
                            "nice",
                            "-n",
                            "19",
                            "sh",
                            "-c",
                            "while cat \"$0\" > /dev/null; do :; done",
                            directory.resolve("pages").toString())))
                    .start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private long number(String file) {
        try {
            return Long.parseLong(Files.readString(group.resolve(file)).strip());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The command keeps its process id. */
    List<String> withinLimit(List<String> command) {
        List<String> limitedCommand = new ArrayList<>(
                List.of("sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$@\"", "sh"));
        limitedCommand.addAll(command);
        return limitedCommand;
    }

    @Override
    public void close() {
        if (filler != null) {
            filler.descendants().forEach(ProcessHandle::destroyForcibly);
            filler.destroyForcibly();
        }
        long deadlineNanos = System.nanoTime() + TIMEOUT_NANOS;
        while (true) {
            try {
                Files.delete(group);
                return;
            } catch (IOException e) {
                if (System.nanoTime() - deadlineNanos > 0) {
                    throw new AssertionError("there is still a process in " + group, e);
                }
                LockSupport.parkNanos(CHECK_NANOS);
            }
        }
    }
}
