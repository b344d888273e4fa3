// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.sysbench;

import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.yaml.NearNames;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Reads a command line that may have the form of sysbench: {@code oltp_read_write run --mysql-host=db1 --range_selects=1}. In other
 * command lines, only sysbench's spelling of options is translated.
 *
 * @param notes differences from sysbench, one line each
 */
public record SysbenchLine(List<String> arguments, List<String> notes) {

    private static final String PROGRAM = "sysbench";

    private static final Set<String> UNSUPPORTED_TESTS = Set.of(
            "bulk_insert",
            "select_random_points",
            "select_random_ranges",
            "fileio",
            "cpu",
            "memory",
            "threads",
            "mutex");

    public static SysbenchLine read(CommandLine commands, String... args) {
        List<String> translated =
                Arrays.stream(args).map(SysbenchNames::translate).toList();
        boolean startsWithProgram = !translated.isEmpty() && translated.get(0).equals(PROGRAM);
        List<String> line = startsWithProgram ? translated.subList(1, translated.size()) : translated;
        for (int i = 0; i < line.size(); i++) {
            String word = line.get(i);
            if (commands.getSubcommands().containsKey(word)) {
                break;
            }
            Optional<String> workload = SysbenchNames.workload(word);
            if (workload.isPresent()) {
                return Translation.of(commands, workload.get(), line.subList(0, i), line.subList(i + 1, line.size()));
            }
            if (!word.startsWith("-") && (UNSUPPORTED_TESTS.contains(word) || word.endsWith(".lua"))) {
                throw new ParameterException(
                        commands,
                        word + " is none of the workloads, which are " + NearNames.oneOf(word, Workloads.ALL.names()));
            }
        }
        return new SysbenchLine(translated, List.of());
    }

    /** Returns empty if sysbench has no such option. */
    public static Optional<String> hint(String option) {
        return SysbenchNames.translatedName(option)
                .map(name -> "did you mean " + name + "?")
                .or(() -> UnsupportedOption.of(option)
                        .map(unsupported -> "it is an option of sysbench; " + unsupported.replacement()));
    }
}
