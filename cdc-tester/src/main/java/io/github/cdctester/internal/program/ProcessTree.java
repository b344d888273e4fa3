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

/** A process and its descendants. On Linux, these include descendants whose parent has ended. */
public final class ProcessTree {

    private static final int SIGKILL_CODE = 128 + 9;

    /** All processes of the tree have this variable. On Linux, it identifies processes whose parent has ended. */
    private static final String TREE_ID_VARIABLE = "CDC_TESTER_PROCESS_TREE";

    private static final int MAX_ROUNDS = 5;
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 10;
    private static final long LAST_LINE_TIMEOUT_MILLIS = 1_000;
    private static final long FLOOD_BYTES = 10_000_000;

    private final String name;
    private final String treeId;
    private final Process process;
    private final OutputTail tail;
    private final boolean isMerged;
    private final Set<ProcessHandle> knownProcesses = new LinkedHashSet<>();
    private boolean isPaused;
    private boolean isFloodReported;

    private ProcessTree(String name, String treeId, Process process, boolean isMerged, Consumer<String> lines) {
        this.name = name;
        this.treeId = treeId;
        this.process = process;
        this.isMerged = isMerged;
        tail = OutputTail.read(isMerged ? process.getInputStream() : process.getErrorStream(), lines);
    }

    /**
     * The process has no input.
     *
     * @param isMerged true to merge the output with standard error
     * @param lines receives standard error (and the output, if merged) in another thread
     */
    public static ProcessTree start(
            String name,
            List<String> command,
            Map<String, String> environment,
            boolean isMerged,
            Consumer<String> lines) {
        String treeId = UUID.randomUUID().toString();
        ProcessBuilder builder = Program.builder(command, environment).redirectErrorStream(isMerged);
        builder.environment().put(TREE_ID_VARIABLE, treeId);
        try {
            return new ProcessTree(name, treeId, builder.start(), isMerged, lines);
        } catch (IOException e) {
            throw new RunFailedException(name + " could not be started: " + e.getMessage(), e);
        }
    }

    /** Returns empty if the output is merged with standard error. */
    public InputStream output() {
        return isMerged ? InputStream.nullInputStream() : process.getInputStream();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the exit code and the last line of standard error. */
    public String awaitEnd() {
        try {
            int code = process.waitFor();
            tail.await(LAST_LINE_TIMEOUT_MILLIS); // a child may keep the stream open
            return "code " + code + lastErrorLine();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException(name + " was interrupted", e);
        }
    }

    /** SIGKILL may interrupt a write. Called after the end of the output. */
    public boolean wasKilled() {
        awaitEnd();
        return process.exitValue() == SIGKILL_CODE;
    }

    /** Returns the line after a colon; empty if there is none. */
    public String lastErrorLine() {
        return tail.lastLine().isEmpty() ? "" : ": " + tail.lastLine();
    }

    /**
     * Resumes paused processes, sends SIGTERM, and after {@code grace} SIGKILL.
     *
     * @return remarks about an abnormal end or, the first time, very long output
     */
    public List<String> stop(Duration grace) {
        List<String> remarks = new ArrayList<>();
        boolean hasEndedBeforeStop = !process.isAlive();
        resume();
        List<ProcessHandle> liveProcesses = findLiveProcesses();
        if (hasEndedBeforeStop && !liveProcesses.isEmpty()) {
            remarks.add(name + " ended with code " + process.exitValue() + " and left " + describe(liveProcesses)
                    + ", which this command ended");
        }
        liveProcesses.forEach(ProcessHandle::destroy);
        awaitEnd(grace);
        List<ProcessHandle> survivors = findLiveProcesses();
        if (survivors.stream().anyMatch(liveProcesses::contains)) {
            remarks.add(name + " did not end within " + grace.toMillis() / 1e3 + " s after SIGTERM, and was killed");
        }
        survivors = killAll();
        if (!survivors.isEmpty()) {
            remarks.add(name + " could not be ended: " + describe(survivors) + " still runs");
        }
        if (tail.bytes() >= FLOOD_BYTES && !isFloodReported) {
            isFloodReported = true; // a process is stopped twice if it is started again, or if the run ends
            remarks.add(name + " wrote " + tail.bytes() / 1_000_000
                    + " MB to standard error; only the last line is kept" + lastErrorLine());
        }
        return remarks;
    }

    /** Throws if a process still runs. */
    public void kill() {
        List<ProcessHandle> survivors = killAll();
        if (!survivors.isEmpty()) {
            throw new RunFailedException(name + " could not be killed: " + describe(survivors) + " still runs");
        }
    }

    private List<ProcessHandle> killAll() {
        List<ProcessHandle> survivors = findLiveProcesses();
        for (int round = 0;
                round < MAX_ROUNDS && !survivors.isEmpty();
                round++) { // a process may have forked during the previous round
            survivors.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(KILL_TIMEOUT);
            survivors = findLiveProcesses();
        }
        return survivors;
    }

    /** Throws if this system cannot suspend a process. */
    public void pause() {
        isPaused = true;
        signal("STOP");
    }

    /** Returns false if the processes are not paused. */
    public boolean resume() {
        boolean wasPaused = isPaused;
        if (wasPaused) {
            signal("CONT");
            isPaused = false;
        }
        return wasPaused;
    }

    private void signal(String signal) {
        Set<ProcessHandle> signalledProcesses = new LinkedHashSet<>();
        for (int round = 0; round < MAX_ROUNDS; round++) { // a process may have forked during the previous round
            List<ProcessHandle> liveProcesses = findLiveProcesses();
            liveProcesses.removeAll(signalledProcesses);
            if (liveProcesses.isEmpty()) {
                return;
            }
            List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" \"$@\"", signal));
            liveProcesses.forEach(handle -> command.add(String.valueOf(handle.pid())));
            try {
                Program.run(command, KILL_TIMEOUT);
            } catch (RunFailedException e) {
                if (liveProcesses.stream()
                        .allMatch(ProcessTree::isRunning)) { // otherwise, a process has ended in the meantime
                    throw e;
                }
            }
            signalledProcesses.addAll(liveProcesses);
        }
    }

    /** An interrupt ends the wait; the interrupt status stays set. */
    private void awaitEnd(Duration timeout) {
        long startNanos = System.nanoTime();
        try {
            // both checks, because the JVM may notice the end of the process later than the system
            while (System.nanoTime() - startNanos < timeout.toNanos()
                    && (process.isAlive() || !findLiveProcesses().isEmpty())) {
                process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (!process.isAlive()) {
                    // child processes may still run, and waitFor() does not wait for them
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<ProcessHandle> findLiveProcesses() {
        knownProcesses.add(process.toHandle());
        process.descendants().forEach(knownProcesses::add);
        ProcessHandle.allProcesses().filter(this::belongsToTree).forEach(knownProcesses::add);
        return knownProcesses.stream().filter(ProcessTree::isRunning).collect(Collectors.toCollection(ArrayList::new));
    }

    private boolean belongsToTree(ProcessHandle handle) {
        return procFile(handle, "environ").contains(TREE_ID_VARIABLE + "=" + treeId);
    }

    /** Returns false for a zombie, whose exit code was not read yet. */
    private static boolean isRunning(ProcessHandle handle) {
        String state = procFile(handle, "stat");
        return handle.isAlive() && !state.startsWith(") Z", state.lastIndexOf(')'));
    }

    /** Returns empty if the process has ended, or the file cannot be read. */
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
