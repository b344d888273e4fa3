// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.cli.failure.Interruption;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests the words that bash passes to the completion function, and the tab key on a terminal. */
@Timeout(60)
class BashCompletionTest {

    private static final CommandLine ROOT = Main.commandLine(new Interruption());

    @TempDir
    private Path directory;

    @BeforeEach
    void writeScript() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed");
        Files.writeString(directory.resolve("completion"), GeneratedFiles.completion(ROOT));
    }

    /** Bash usually passes {@code =} as a separate word. The last word is completed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ru                          | run
            p                           | plan play prepare
            oltp_w                      | oltp_write_only
            oltp_insert                 | oltp_insert
            --v                         | --version
            oltp_insert r               | run
            oltp_insert run --range-s   | --range-selects= --range-size=
            run --rand-t                | --rand-type=
            run --rand-type = un        | uniform
            run --rand-type un          | uniform
            run --rand-type =           | uniform special gaussian pareto zipfian
            run --rand-type=un          | --rand-type=uniform
            run --rand-type=            | --rand-type=uniform --rand-type=special --rand-type=gaussian --rand-type=pareto --rand-type=zipfian
            run --ssl-mode = VER        | VERIFY_CA VERIFY_IDENTITY
            run --payloads = i          | inflate
            run --row-counting =        | off exact
            run --db-ps-mode = d        | disable
            run --skip-trx =            | on off
            run --range-selects =       | on off
            run --trx-kind = i          | insert insert-select
            run --delay-source = h      | heartbeat
            run --client = n            | native
            run --jdbc-driver = c       | connector-j
            help tp                     | tpcc
            run --workload = tp         | tpcc
            run --background = lar      | large_transaction
            run --threads = 4           | ''
            run --threads 4             | ''
            run --password --prep       | --prepare
            run --prepare --cle         | --cleanup
            run --workload = tpcc --wareh | --warehouses=
            run --out = some            | some-directory some_file
            report some                 | some-directory some_file
            plan --ch                   | --check
            compare some-directory some_ | some_file
            subscribe --threads         | ''
            """)
    void offersCompletions(String line, String expected) throws Exception {
        Files.createDirectories(directory.resolve("some-directory"));
        Files.writeString(directory.resolve("some_file"), "");
        String words = "cdc-tester " + line;
        String output = bash(". ./completion; COMP_WORDS=(" + words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                + "_cdc_tester; printf '%s\\n' \"${COMPREPLY[@]}\"");
        assertThat(output.strip().split("\\s+")).as(output).containsExactlyInAnyOrder(expected.split(" "));
    }

    @Test
    void offersEverythingForEmptyWord() throws Exception {
        assertThat(completionsAfter("cdc-tester"))
                .containsAll(ROOT.getSubcommands().keySet())
                .contains("tpcc", "--help");
        assertThat(completionsAfter("cdc-tester oltp_insert"))
                .contains("run", "prepare", "cleanup")
                .doesNotContain("sweep");
        for (CommandLine command : ROOT.getSubcommands().values()) {
            if (command.getCommandSpec().positionalParameters().isEmpty()) {
                assertThat(completionsAfter("cdc-tester " + command.getCommandName()))
                        .hasSameSizeAs(command.getCommandSpec().options().stream()
                                .flatMap(option -> Arrays.stream(option.names()))
                                .toList());
            }
        }
    }

    /** The program {@code script} of util-linux creates the terminal. */
    @Test
    void tabKeyCompletes() throws Exception {
        Path program = Files.writeString(directory.resolve("cdc-tester"), "#!/bin/sh\necho \"given <$*>\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no script(1)");
        ProcessBuilder script = new ProcessBuilder(
                        "script", "-q", "-e", "--echo=always", "-c", "bash --norc --noprofile", "/dev/null")
                .directory(directory.toFile())
                .redirectErrorStream(true);
        script.environment().put("INPUTRC", "/dev/null");
        Process process = script.start();
        try (OutputStream keys = process.getOutputStream()) {
            keys.write(". ./completion; PATH=.:$PATH\ncdc-tester ru\t--rand-ty\tun\t --skip-tr\tof\t --prep\t\nexit\n"
                    .getBytes(StandardCharsets.UTF_8));
            keys.flush();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(output).contains("given <run --rand-type=uniform --skip-trx=off --prepare>");
        } finally {
            process.destroyForcibly();
        }
    }

    private List<String> completionsAfter(String words) throws Exception {
        return bash(". ./completion; COMP_WORDS=(" + words + " ''); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                        + "_cdc_tester; printf '%s\\n' \"${COMPREPLY[@]}\"")
                .lines()
                .toList();
    }

    private String bash(String commands) throws Exception {
        Process process = new ProcessBuilder("bash", "--norc", "--noprofile", "-c", commands)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
