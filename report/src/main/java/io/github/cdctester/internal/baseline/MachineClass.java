// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.baseline;

import io.github.cdctester.failure.InvalidPlanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The class of this machine, as text. Only numbers from the same class are compared. */
public final class MachineClass {

    /** Replaces the computed class with a name. */
    public static final String PROPERTY = "cdctester.machine";

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,80}");
    private static final double GIBIBYTE = 1L << 30;

    private MachineClass() {}

    /**
     * Returns the value of {@value #PROPERTY}, or a computed class such as {@code 2-cpus-16g-linux-amd-epyc}.
     *
     * @throws InvalidPlanException if the property is not a valid name
     */
    public static String current() {
        String configured = System.getProperty(PROPERTY);
        if (configured != null) {
            if (!NAME.matcher(configured).matches()) {
                throw new InvalidPlanException(
                        PROPERTY, configured, "1 to 80 letters, digits, dots, hyphens or underscores");
            }
            return configured;
        }
        long bytes = ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                ? os.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory();
        return of(
                Runtime.getRuntime().availableProcessors(),
                bytes,
                System.getProperty("os.name", ""),
                model(System.getProperty("os.arch", "")));
    }

    /**
     * Rounds the memory to a power of two, because each kernel reserves a different amount. Omits words with digits from names.
     */
    static String of(int cpus, long memoryBytes, String os, String cpuModel) {
        long gibibytes = 1L << Math.max(0, Math.round(Math.log(memoryBytes / GIBIBYTE) / Math.log(2)));
        return cpus + "-cpus-" + gibibytes + "g-" + firstWords(os, 1) + "-" + firstWords(cpuModel, 2);
    }

    private static String firstWords(String text, int maxWords) {
        List<String> firstWords = Pattern.compile("[^a-z]+")
                .splitAsStream(text.toLowerCase(Locale.ROOT).replaceAll("\\((r|tm)\\)|\\b\\S*\\d\\S*\\b|cpu|@", " "))
                .filter(word -> !word.isEmpty())
                .limit(maxWords)
                .toList();
        return firstWords.isEmpty() ? "unknown" : String.join("-", firstWords);
    }

    private static String model(String arch) {
        if (!Files.isReadable(CPU_INFO)) {
            return arch.startsWith("aarch") ? "arm" : arch.replaceAll("\\d+", "");
        }
        try (var lines = Files.lines(CPU_INFO)) {
            @Nullable
            String modelName = lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1))
                    .findFirst()
                    .orElse(null);
            return modelName == null ? "arm" : modelName;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
