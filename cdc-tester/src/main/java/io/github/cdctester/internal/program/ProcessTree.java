// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.program;

import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A process with a readable output. {@link #stop} also ends all processes that the process started, even if their parent has ended. */
public final class ProcessTree {

    private static final int SIGKILL_CODE = 128 + 9;

    /** Environment variable of all processes of the tree. On Linux, it identifies processes whose parent has ended. */
    private static final String MARK = "CDC_TESTER_PROCESS_TREE";

    private static final int MAX_ROUNDS = 5;
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 10;
    private static final long LAST_WORDS_MILLIS = 1_000;
    private static final long FLOOD_BYTES = 10_000_000;

    private final String name;
    private final String mark;
    private final Process process;
    private final OutputTail tail;
    private final boolean merged;
    private final Set<ProcessHandle> knownProcesses = new LinkedHashSet<>();
    private boolean isPaused;

    private ProcessTree(String name, String mark, Process process, boolean merged, Consumer<String> lines) {
        this.name = name;
        this.mark = mark;
        this.process = process;
        this.merged = merged;
        tail = OutputTail.read(merged ? process.getInputStream() : process.getErrorStream(), lines);
    }

    /**
     * Starts a process, without input.
     *
     * @param name name of the process in messages
     * @param merged true to merge the output with standard error
     * @param lines receives the lines of standard error, in another thread
     */
    public static ProcessTree start(
            String name, List<String> words, Map<String, String> environment, boolean merged, Consumer<String> lines) {
        String mark = UUID.randomUUID().toString();
        ProcessBuilder builder = Program.builder(words, environment).redirectErrorStream(merged);
        builder.environment().put(MARK, mark);
        try {
            return new ProcessTree(name, mark, builder.start(), merged, lines);
        } catch (IOException e) {
            throw new RunFailedException(name + " could not be started: " + e.getMessage(), e);
        }
    }

    /** Returns the output; empty if it is merged with standard error. */
    public InputStream output() {
        return merged ? InputStream.nullInputStream() : process.getInputStream();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end of the process, and describes it by its exit code and the last line of standard error. */
    public String awaitEnd() {
        try {
            int code = process.waitFor();
            tail.await(LAST_WORDS_MILLIS); // a child may keep the stream open
            return "code " + code + lastWords();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException(name + " was interrupted", e);
        }
    }

    /** Returns true if SIGKILL ended the process, perhaps during a write. Called after the end of the output. */
    public boolean wasKilled() {
        awaitEnd();
        return process.exitValue() == SIGKILL_CODE;
    }

    /** Returns the last line of standard error after a colon; empty if there is none. */
    public String lastWords() {
        return tail.lastLine().isEmpty() ? "" : ": " + tail.lastLine();
    }

    /**
     * Ends all processes of the tree: by SIGTERM, and after {@code grace} by SIGKILL.
     *
     * @return remarks on an unusual end, in one line each
     */
    public List<String> stop(Duration grace) {
        List<String> remarks = new ArrayList<>();
        boolean hasEndedItself = !process.isAlive();
        resume();
        List<ProcessHandle> living = livingProcesses();
        if (hasEndedItself && !living.isEmpty()) {
            remarks.add(name + " ended with code " + process.exitValue() + " and left " + describe(living)
                    + ", which this command ended");
        }
        living.forEach(ProcessHandle::destroy);
        awaitEnd(grace);
        List<ProcessHandle> remaining = livingProcesses();
        if (remaining.stream().anyMatch(living::contains)) {
            remarks.add(name + " did not end within " + grace.toMillis() / 1e3 + " s after SIGTERM, and was killed");
        }
        remaining = killAll();
        if (!remaining.isEmpty()) {
            remarks.add(name + " could not be ended: " + describe(remaining) + " still runs");
        }
        if (tail.bytes() >= FLOOD_BYTES) {
            remarks.add(name + " wrote " + tail.bytes() / 1_000_000
                    + " MB to standard error; only the last line is kept" + lastWords());
        }
        return remarks;
    }

    /**
     * Kills all processes of the tree at once.
     *
     * @throws RunFailedException if a process still runs
     */
    public void kill() {
        List<ProcessHandle> remaining = killAll();
        if (!remaining.isEmpty()) {
            throw new RunFailedException(name + " could not be killed: " + describe(remaining) + " still runs");
        }
    }

    private List<ProcessHandle> killAll() {
        List<ProcessHandle> remaining = livingProcesses();
        for (int round = 0;
                round < MAX_ROUNDS && !remaining.isEmpty();
                round++) { // a process may have forked meanwhile
            remaining.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(KILL_TIMEOUT);
            remaining = livingProcesses();
        }
        return remaining;
    }

    /**
     * Suspends all processes of the tree.
     *
     * @throws RunFailedException if this system does not allow it
     */
    public void pause() {
        isPaused = true;
        signal("STOP");
    }

    /** Continues paused processes; returns false if the processes are not paused. */
    public boolean resume() {
        boolean wasPaused = isPaused;
        if (wasPaused) {
            signal("CONT");
            isPaused = false;
        }
        return wasPaused;
    }

    private void signal(String signal) {
        Set<ProcessHandle> signalled = new LinkedHashSet<>();
        for (int round = 0; round < MAX_ROUNDS; round++) { // a process may have forked meanwhile
            List<ProcessHandle> living = livingProcesses();
            living.removeAll(signalled);
            if (living.isEmpty()) {
                return;
            }
            List<String> words = new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" \"$@\"", signal));
            living.forEach(handle -> words.add(String.valueOf(handle.pid())));
            try {
                Program.run(words, KILL_TIMEOUT);
            } catch (RunFailedException e) {
                if (living.stream().allMatch(ProcessTree::isRunning)) { // otherwise a process has just ended
                    throw e;
                }
            }
            signalled.addAll(living);
        }
    }

    /** Waits until no process is left or the timeout is over. An interrupt ends the wait, and stays set. */
    private void awaitEnd(Duration timeout) {
        long fromNanos = System.nanoTime();
        try {
            // this JVM may notice the end of the process a moment after the system does
            while (System.nanoTime() - fromNanos < timeout.toNanos()
                    && (process.isAlive() || !livingProcesses().isEmpty())) {
                process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (!process.isAlive()) {
                    // the process's children may still run, and do not report their end
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<ProcessHandle> livingProcesses() {
        knownProcesses.add(process.toHandle());
        process.descendants().forEach(knownProcesses::add);
        ProcessHandle.allProcesses().filter(this::isMarked).forEach(knownProcesses::add);
        return knownProcesses.stream().filter(ProcessTree::isRunning).collect(Collectors.toCollection(ArrayList::new));
    }

    private boolean isMarked(ProcessHandle other) {
        return procFile(other, "environ").contains(MARK + "=" + mark);
    }

    /** A process that has ended exists until its parent reads the exit code. */
    private static boolean isRunning(ProcessHandle handle) {
        String state = procFile(handle, "stat");
        return handle.isAlive() && !state.startsWith(") Z", state.lastIndexOf(')'));
    }

    /** Returns a file about a process; empty if it has ended, belongs to another user, or this system has no such file. */
    private static String procFile(ProcessHandle handle, String file) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(handle.pid()), file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static String describe(List<ProcessHandle> handles) {
        return handles.stream()
                .map(handle -> "process " + handle.pid()
                        + handle.info()
                                .command()
                                .map(path -> " (" + Path.of(path).getFileName() + ")")
                                .orElse(""))
                .collect(Collectors.joining(", "));
    }
}
