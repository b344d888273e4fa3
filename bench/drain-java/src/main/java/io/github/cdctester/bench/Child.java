// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that answers each input line with a line. All such processes end with this JVM. */
final class Child implements AutoCloseable {

    private static final Queue<Process> ALL = new ConcurrentLinkedQueue<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALL.forEach(Child::destroy)));
    }

    private final Process process;
    private final BufferedReader out;

    Child(String command) throws IOException {
        process = new ProcessBuilder("bash", "-c", command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ALL.add(process);
        out = process.inputReader();
    }

    Map<String, String> ask(String line, long timeoutSeconds) throws IOException, InterruptedException {
        Writer in = process.outputWriter();
        try {
            in.write(line + "\n");
            in.flush();
        } catch (IOException e) {
            // the child does not read its input or has ended, so there is no answer
            in = null;
        }
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return out.readLine();
            } catch (IOException e) {
                return null;
            }
        });
        String text;
        try {
            text = answer.get(timeoutSeconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            destroy(process);
            text = "error=no_answer_in_" + timeoutSeconds + "_s";
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
        Map<String, String> pairs = new HashMap<>();
        if (text == null) {
            pairs.put("error", "ended_without_an_answer");
            return pairs;
        }
        return Target.options(text.split(" "));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits briefly for a child that ends with its input; other children are killed. */
    @Override
    public void close() throws InterruptedException {
        try {
            process.outputWriter().close();
            if (process.waitFor(1, TimeUnit.SECONDS)) {
                ALL.remove(process);
                return;
            }
        } catch (IOException e) {
            // ended already
        }
        destroy(process);
        ALL.remove(process);
    }

    /** Kills a child that does not read its input, and its children. */
    static void destroy(Process process) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
