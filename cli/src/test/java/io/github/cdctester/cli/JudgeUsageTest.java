// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one-line messages contain a valid form. */
class JudgeUsageTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '' | no source of the consumer's lines: give --from-stdin, --from-file, --from-kafka, --from-http, --from-command or --consumer
            --from-stdin --snapshot | --snapshot compares rows by their stamps: add --stamp=on
            --from-stdin --snapshot --stamp=on --replay | --snapshot: judged, must be left out with a replay, with streams that share a log, and with worker nodes
            --from-stdin --no-load --host=h --user=u --snapshot | --snapshot is given, but --no-load too: nothing is written then; leave one of them out
            --from-stdin --from-file=x | --from-stdin and --from-file are given: give one of them
            --from-file= | --from-file: empty, must be the name of a file or directory
            --from-command= | --from-command: empty, must be the command that starts the consumer
            --consumer= | --consumer: empty, must be the name of a file or directory
            --from-http=70000 | --from-http: 70000, must be a port up to 65535
            --from-stdin --kafka-property=a=b | --kafka-property is given, but --from-stdin too: it is for --from-kafka
            --from-file=x --bootstrap-servers=h:1 | --bootstrap-servers is given, but --from-file too: it is for --from-kafka
            --from-kafka=, | --from-kafka: an empty name, must be a topic, or several with commas
            --from-kafka=t,,u | --from-kafka: an empty name, must be a topic, or several with commas
            --from-kafka=t --kafka-property=bootstrap.servers=h | --kafka-property bootstrap.servers is given, but this command sets it: use --bootstrap-servers
            --from-kafka=t --kafka-property=group.id=h | --kafka-property group.id is given, but this command sets it itself
            --from-stdin --format=xml | --format: 'xml' is none of auto, debezium, flat, canal, maxwell, flink, gtid, csv
            --from-stdin --format=canal --columns=a,b | --columns: a,b, must be left out with format canal, which names its columns itself
            --from-stdin --format=flink --columns=a,b --key-columns=c | --key-columns: c, must be one of the columns a, b
            --from-stdin --consumer-name=a/b | --consumer-name: 'a/b', must be a name of letters, digits, _ and -, of 1 to 64
            --from-stdin --no-load | no server given: give --url or --host
            --from-stdin --no-load --host=h --user=u --rate=2 | --rate is given, but --no-load too: nothing is written then; leave one of them out
            --from-stdin --no-load --host=h --user=u --threads=2 | --threads is given, but --no-load too: nothing is written then; leave one of them out
            --from-stdin --no-load --host=h --user=u --terminals=2 | --terminals is given, but --no-load too: nothing is written then; leave one of them out
            --from-stdin --no-load --host=h --user=u --inject=x | --inject: 'x', must be faults such as 'at 10s: kill-dump; at 20s: cut 2s; random seed 42 every 5s'
            --from-stdin --inject=x | --inject: 'x', must be faults such as 'at 10s: kill-dump; at 20s: cut 2s; random seed 42 every 5s'
            --from-stdin --no-load --host=h --user=u --prepare | --prepare is given, but --no-load too: nothing is written then; leave one of them out
            --from-stdin --play=x --threads=2 | --threads is given, but --play too: nothing is written then; leave one of them out
            --from-stdin --play=x --speed=51 | --speed: 51, must be a number from 0.5 to 50, or max
            --from-stdin --play=nowhere --port=3399 | recording: nowhere, must be a directory with a recording (recording.json: there is no such file)
            --from-stdin --play=nowhere | recording: nowhere, must be a directory with a recording (recording.json: there is no such file)
            --from-stdin --speed=2 | --speed is given, but no recording is played: choose one with --play
            --consumer=nowhere.yaml | nowhere.yaml: cannot be read: there is no such file
            --from-command=x --host=h --shrink --consumer=f.yaml | --consumer is given, but --shrink too: leave one of them out
            --from-stdin --shrink | --shrink starts the consumer for each trial: give --from-command
            --from-stdin --shrink-time=3 | --shrink-time is given, but no --shrink
            --from-command=x --host=h --shrink --shrink-time=0 | --shrink-time: 0 s, must be a duration above 0
            --from-command=x --host=h --shrink --fail-if=x | --fail-if is given, but --shrink too: leave one of them out
            --from-stdin --threads=1,2 | --threads: 1,2, must be one value; 'cdc-tester sweep' goes over a list
            """)
    void errorContainsValidForm(String options, String message) {
        String[] line = Stream.concat(
                        Stream.of("judge"), Stream.of(options.split(" ")).filter(option -> !option.isEmpty()))
                .toArray(String[]::new);
        CommandResult result = CommandResult.of(line);
        assertThat(result.errorLines()).hasSize(2).first().isEqualTo("cdc-tester: " + message);
        assertThat(result.code()).isEqualTo(2);
        assertThat(Thread.getAllStackTraces().keySet())
                .as("no thread reads standard input")
                .extracting(Thread::getName)
                .doesNotContain("cdc-tester-stdin");
    }

    /** The error is about a later option, so the stamps are accepted. */
    @ParameterizedTest
    @CsvSource({"true, --snapshot: judged", "false, --snapshot compares rows by their stamps"})
    void workloadFileMayStampRows(boolean isStamped, String message, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("w.yaml"), """
                stamp: %s
                tables: {t: {columns: {id: BIGINT NOT NULL}, keys: [PRIMARY KEY (id)]}}
                transactions: {add: {weight: 1, values: {i: {next: t.id}}, statements: [INSERT INTO t (id) VALUES (:i)]}}
                """.formatted(isStamped));
        CommandResult result =
                CommandResult.of("judge", "--from-stdin", "--snapshot", "--replay", "--workload-file=" + file);
        assertThat(result.errorLines()).first().asString().startsWith("cdc-tester: " + message);
        assertThat(result.code()).isEqualTo(2);
    }
}
