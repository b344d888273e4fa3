// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jline.terminal.Size;
import org.jline.utils.ScreenTerminal;

/** A command on a separate terminal, which the program {@code script} of util-linux creates. */
public final class PseudoTerminal implements AutoCloseable {

    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long CHECK_NANOS = 10_000_000;

    private final Process script;
    private final Path device;
    private final ScreenTerminal screen;
    private final StringBuffer rawOutput = new StringBuffer();
    private final Thread reader = new Thread(this::read, "pseudo-terminal");

    private PseudoTerminal(Process script, Path device, int columns, int rows) {
        this.script = script;
        this.device = device;
        screen = new ScreenTerminal(columns, rows);
        reader.start();
    }

    /**
     * @param environment additional variables of the command; the locale is UTF-8, and {@code CI} and {@code NO_COLOR} are not set
     * @param finalCommands shell commands to run after the command, even after Ctrl-C
     */
    public static PseudoTerminal start(
            Path directory,
            int columns,
            int rows,
            Map<String, String> environment,
            List<String> command,
            String finalCommands) {
        try {
            Path device = Files.createTempFile(directory, "tty", ".txt");
            String line = "trap : INT; tty > " + device + "; stty cols " + columns + " rows " + rows + "; "
                    + command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + finalCommands;
            ProcessBuilder script = new ProcessBuilder(Interruptible.withDefaultSignal(
                            List.of("script", "-q", "-e", "--echo=always", "-c", line, "/dev/null")))
                    .redirectErrorStream(true);
            script.environment().keySet().removeAll(List.of("CI", "NO_COLOR"));
            script.environment().putAll(Map.of("SHELL", "/bin/sh", "LC_ALL", "C.UTF-8", "TERM", "xterm-256color"));
            script.environment().putAll(environment);
            return new PseudoTerminal(script.start(), device, columns, rows);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void read() {
        char[] buffer = new char[8_192];
        try (Reader in = new InputStreamReader(script.getInputStream(), StandardCharsets.UTF_8)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                String text = new String(buffer, 0, count);
                rawOutput.append(text);
                screen.write(text);
            }
        } catch (IOException e) {
            rawOutput
                    .append("\nthe terminal could not be read: ")
                    .append(e); // the test's next assertion fails and shows the screen
        }
    }

    public void resize(int columns, int rows) {
        try {
            synchronized (screen) {
                screen.setSize(Size.of(columns, rows));
            }
            String name = Files.readString(device).strip();
            int code = new ProcessBuilder("stty", "-F", name, "cols", "" + columns, "rows", "" + rows)
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new AssertionError("stty ended with " + code);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public void type(String keys) {
        try {
            script.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
            script.getOutputStream().flush();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends SIGTERM to all processes of a program. */
    public void end(String program) {
        List<ProcessHandle> processes = script.descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/" + program))
                .toList();
        if (processes.isEmpty()) {
            throw new AssertionError("no " + program + " runs there");
        }
        processes.forEach(ProcessHandle::destroy);
    }

    public List<String> await(String description, Predicate<List<String>> isExpected) {
        long deadlineNanos = System.nanoTime() + TIMEOUT_NANOS;
        for (List<String> lines = screen(); ; lines = screen()) {
            if (isExpected.test(lines)) {
                return lines;
            }
            if (System.nanoTime() - deadlineNanos > 0 || !script.isAlive() && !reader.isAlive()) {
                throw new AssertionError("no " + description + " in:\n" + String.join("\n", lines));
            }
            LockSupport.parkNanos(CHECK_NANOS);
        }
    }

    /** Waits until all commands have ended, so that the screen shows the whole output. */
    public PseudoTerminal awaitEnd() {
        try {
            if (!script.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError("still running:\n" + String.join("\n", screen()));
            }
            reader.join(TIMEOUT_NANOS / 1_000_000);
            return this;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public List<String> screen() {
        synchronized (screen) {
            int columns = screen.getColumns();
            long[] cells = new long[columns * screen.getRows()];
            screen.dump(cells, new int[2]);
            List<String> lines = new ArrayList<>();
            for (int from = 0; from < cells.length; from += columns) {
                lines.add(line(Arrays.copyOfRange(cells, from, from + columns)));
            }
            return lines;
        }
    }

    /** Returns the lines scrolled out at the top, and the visible lines. */
    public List<String> allLines() {
        List<String> lines = new ArrayList<>(
                screen.getHistory().stream().map(PseudoTerminal::line).toList());
        lines.addAll(screen());
        return lines;
    }

    /** Returns the whole output, including control sequences. */
    public String raw() {
        return rawOutput.toString();
    }

    private static String line(long[] cells) {
        return Arrays.stream(cells)
                .mapToInt(ScreenTerminal::cellCodePoint)
                .filter(character -> character != 0)
                .mapToObj(Character::toString)
                .collect(Collectors.joining())
                .stripTrailing();
    }

    @Override
    public void close() {
        script.descendants().forEach(ProcessHandle::destroyForcibly);
        script.destroyForcibly();
    }
}
