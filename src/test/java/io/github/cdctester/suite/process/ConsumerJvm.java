// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The Java command of a consumer process. It uses the class data archive and only the C1 compiler, because most consumers run for a few
 * seconds.
 */
public final class ConsumerJvm {

    private ConsumerJvm() {}

    /**
     * Returns words in double quotes. The caller appends the arguments of the program.
     *
     * @param separator a space for a shell, a comma for a list in YAML
     * @param program the program's main class
     * @param options additional JVM options
     */
    public static String quoted(String separator, Class<?> program, String... options) {
        return words(program, options).stream().map(word -> '"' + word + '"').collect(Collectors.joining(separator));
    }

    private static List<String> words(Class<?> program, String... options) {
        List<String> words =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        words.addAll(CliProcess.CLASS_PATH.options());
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", CliProcess.CLASS_PATH.text(), program.getName()));
        return words;
    }
}
