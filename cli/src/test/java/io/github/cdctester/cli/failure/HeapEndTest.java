// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.cdctester.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HeapEndTest {

    static final class HeapFiller {

        private HeapFiller() {}

        public static void main(String[] args) throws InterruptedException {
            HeapEnd.watch();
            if (args[0].equals("a tenth")) {
                fillTenth();
                return;
            }
            Thread thread = new Thread(() -> fill(args[0]));
            thread.start();
            thread.join();
            Thread.sleep(60_000); // otherwise the JVM would end with its last thread
        }

        /** The heap grows slowly, so that Java clears the soft reference of {@link HeapEnd}. */
        private static void fillTenth() throws InterruptedException {
            List<byte[]> arrays = new ArrayList<>();
            for (long remainingBytes = Runtime.getRuntime().maxMemory() / 10;
                    remainingBytes > 0;
                    remainingBytes -= 1 << 12) {
                arrays.add(new byte[1 << 12]);
                Thread.sleep(1);
            }
        }

        private static void fill(String mode) {
            if (mode.equals("uncaught")) {
                fill(1 << 16);
            }
            try {
                fill(mode.equals("swallowed") ? 16 : 1 << 28);
            } catch (OutOfMemoryError e) {
                // ignored, like in some libraries
            }
        }

        private static void fill(int bytes) {
            List<byte[]> arrays = new ArrayList<>();
            while (arrays.size() >= 0) {
                arrays.add(new byte[bytes]);
            }
        }
    }

    /** The heap size is the default of {@code bin/cdc-tester}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan --check /dev/zero",
                "report /dev/zero",
                "report DIR/string.json",
                "report DIR/arrays.json",
                "compare DIR/string.json DIR/string.json",
                "run --host=127.0.0.1 --probes=/dev/zero",
                "run --host=127.0.0.1 --password-file=/dev/zero",
                "learn --host=127.0.0.1 --like=/dev/zero",
                "play DIR"
            })
    void rejectsFilesThatWouldFillTheHeap(String line, @TempDir Path directory)
            throws IOException, InterruptedException {
        assumeThat(Path.of("/dev/zero")).exists();
        Files.writeString(
                directory.resolve("string.json"), "{\"schemaVersion\":1,\"a\":\"" + "x".repeat(60_000_000) + "\"}");
        Files.writeString(
                directory.resolve("arrays.json"), "{\"schemaVersion\":1,\"a\":[" + "[],".repeat(10_000_000) + "[]]}");
        Path link = Files.createSymbolicLink(directory.resolve("recording.json"), Path.of("/dev/zero"));

        int code = start(
                directory,
                "-Xmx256m",
                Main.class,
                line.replace("DIR", directory.toString()).split(" "));
        Files.delete(link);

        assertThat(directory.resolve("err")).content().containsAnyOf(" KiB", "Token count");
        assertThat(Files.readAllLines(directory.resolve("err"))).hasSizeLessThanOrEqualTo(2);
        assertThat(code).isBetween(Failures.FAILED, Failures.WRONG_USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uncaught", "swallowed", "one large array"})
    void endsProcessWithOneLine(String mode, @TempDir Path directory) throws IOException, InterruptedException {
        assertThat(start(directory, "-Xmx32m", HeapFiller.class, mode)).isEqualTo(Failures.FAILED);
        assertThat(directory.resolve("out")).isEmptyFile();
        assertThat(Files.readAllLines(directory.resolve("err")))
                .singleElement()
                .asString()
                .startsWith("cdc-tester: out of memory: the heap of");
    }

    @Test
    void doesNotEndProcessWhoseHeapCanGrow(@TempDir Path directory) throws IOException, InterruptedException {
        String smallHeap = "-Xms4m -Xmx64m -XX:MinHeapFreeRatio=1 -XX:MaxHeapFreeRatio=2";
        assertThat(start(directory, smallHeap, HeapFiller.class, "a tenth")).isZero();
        assertThat(directory.resolve("err")).isEmptyFile();
    }

    private static int start(Path directory, String options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of(
                "-XX:+UseParallelGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start()
                .waitFor();
    }
}
