// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages have one line and a pointer to the help. The exit code is 2. */
class BadInputTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--threads 0            | --threads: 0, must be a whole number from 1",
                "--rate -1              | --rate: '-1' is below 0",
                "--rate 5000..          | '5000..' is neither a number of starts per second nor a ramp such as",
                "--arrivals poisson     | --arrivals is poisson, but there is no --rate",
                "--arrivals weekly      | --arrivals",
                "--workload oltp_nosuch | --workload: oltp_nosuch, must be one of: oltp_insert, oltp_write_only,",
                "--password-file=       | --password-file: empty, must be the name of a file or directory",
                "--ssl-ca=              | --ssl-ca: empty, must be the name of a file or directory",
                "--tables 0             | --tables: 0, must be a whole number from 1",
                "--table-size -5        | --table-size: -5, must be a whole number from 1",
                "--tables many          | --tables: 'many' is not a whole number",
                "--point-selects -1     | --point-selects: -1, must be a whole number from 0",
                "--range-size 0         | --range-size: 0, must be a whole number from 1",
                "--range-size 20000     | --range-size: 20000, must be at most --table-size, which is 10000",
                "--reconnect -1         | --reconnect: -1, must be a whole number from 0",
                "--db-ps-mode maybe     | --db-ps-mode: 'maybe' is none of auto, disable",
                "--skip-trx=perhaps     | 'perhaps' is neither on nor off",
                "--rand-type normal     | --rand-type: 'normal' is none of uniform, special",
                "--rand-pareto-h 1      | --rand-pareto-h: 1.0, must be a number between 0 and 1",
                "--rand-spec-res 100    | --rand-spec-res: 100, must be a whole number from 0 to 99",
                "--time -3              | --time",
                "--time soon            | 'soon' is not a duration",
                "--time 9999999h        | --time: '9999999h' is too long: give at most 8760h",
                "--threads 99999999999  | --threads: '99999999999' is too large: give at most 2147483647",
                "--events 99999999999999999999 | --events: '99999999999999999999' is too large",
                "--port 99999999999     | --port: '99999999999' is too large: give at most 2147483647",
                "--events -1            | --events: -1",
                "--database a?b=c       | --database: 'a?b=c', must be a name without any of",
                "--port 70000           | --port: 70000, must be a whole number from 1 to 65535",
                "--ssl-mode maybe       | --ssl-mode",
                "--ignore-errors 12x    | --ignore-errors: 12x",
                "--percentile 101       | --percentile: 101",
                "--percentile 50,,99    | --percentile: 50,,99",
                "--percentile 0,50      | --percentile: 0,50",
                "--progress tty         | --progress: 'tty' is none of auto, plain, none",
                "--delay-source clock   | 'clock' is none of commit-timestamp, heartbeat, event-header",
                "--delay-source all,clock | 'clock' is none of commit-timestamp, heartbeat, event-header",
                "--streams 0            | --streams: 0, must be a whole number from 1 to 1024",
                "--streams 5000         | --streams: 5000, must be",
                "--cdc-url jdbc:mysql://a/ --cdc-url jdbc:mysql://a:3306/ | --cdc-url is given twice for a:3306",
                "--cdc-url x=jdbc:mysql://a/ --cdc-url x=jdbc:mysql://b/  | --cdc-url is given twice for x",
                "--streams 2 --cdc-url jdbc:mysql://a/ --cdc-url jdbc:mysql://b/ | --streams follows one log",
                "--cdc-url jdbc:mysql://a/ --cdc-user r --cdc-user s | --cdc-user is given 2 times for 1 stream",
                "--cdc-user r           | --cdc-user is given, but no --cdc-url: give one, which may name the same server",
                "--cdc-password-file f  | --cdc-password-file is given, but no --cdc-url",
                "--cdc-server-public-key-path f | --cdc-server-public-key-path is given, but no --cdc-url",
                "--cdc-url nonsense     | --cdc-url: nonsense, must be of the form",
                "--prometheus nowhere   | --prometheus: nowhere, must be PORT or HOST:PORT",
                "--otlp nowhere         | --otlp: nowhere, must be a URL such as http://127.0.0.1:4318",
                "--otlp ftp://a/        | --otlp: ftp://a/, must be a URL",
                "--otlp http://a:b@c/   | --otlp: given with an account, must be a URL",
                "--otlp http://a{b      | --otlp: http://a{b, must be a URL",
                "--no-such-option       | --no-such-option",
            })
    void reportsInvalidOptionWithValue(String option, String message) {
        List<String> arguments = new ArrayList<>(List.of("run", "--host", "127.0.0.1"));
        arguments.addAll(List.of(option.split(" ")));
        assertRejected(message, arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "at 1s: explode      | --inject: 'explode', must be one of the faults 'kill-dump', 'kill-dumps', 'cut 2s'",
                "at 1s: cut          | --inject: 'cut', must be of the form 'cut 2s'",
                "at 10s: rotate      | --inject: 'at 10s: rotate', must be finished before the end of the measured"
                        + " part, which lasts 10s",
                "at 1s: kill-9       | --inject: 'at 1s: kill-9', must be left out: only a server that this process",
                "at 1s: purge        | --inject: 'at 1s: purge', must be 'purge confirmed'",
                "at 1s: cut 2s; at 2s: stall 1s | --inject: 'at 1s: cut 2s' and 'at 2s: stall 1s', must be one after",
            })
    void rejectsInvalidFaultBeforeStart(String schedule, String message) {
        assertRejected(message, List.of("run", "--host", "127.0.0.1", "--inject", schedule));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0..20000 over x   | 'x' is not a duration",
                "0..20000 over     | '0..20000 over' is neither a number of starts per second nor a ramp",
                "0..20000          | '0..20000' is neither a number of starts per second nor a ramp",
                "0..20000 over 0s  | --rate: 0..20000 over 0s, must be a ramp over more than 0 s",
                "0..0 over 60s     | --rate: 0..0 over 60s, must be a ramp between rates from 0 to 10000000",
                "-5..10 over 60s   | --rate: -5..10 over 60s, must be a ramp between rates",
                "1..99999999 over 60s | must be a ramp between rates from 0 to 10000000",
            })
    void reportsInvalidRamp(String rate, String message) {
        assertRejected(message, List.of("run", "--host=127.0.0.1", "--rate=" + rate));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--trx-size=big                     | 'big' is not a size: give bytes",
                "--trx-size=1iB                     | '1iB' is not a size",
                "--trx-size=1kB                     | --trx-size: 1000 bytes, must be a size from 10 kB to 1 TB",
                "--trx-size=2TiB                    | must be a size from 10 kB to 1 TB",
                "--trx-size=100kB                   | --row-size: 2500 bytes, must be small enough for 50 rows",
                "--row-size=8                       | --row-size: 8 bytes, must be a size from 32 B to 64 MB",
                "--row-size=5GB                     | --row-size: 5000000000 bytes, must be a size from 32 B to 64 MB",
                "--rows=0                           | --rows: 0, must be a whole number from 1",
                "--rows=1                           | --rows: 1, must be a number for which each row has 32 B to 64 MB",
                "--rows=10 --row-size=100           | --rows and --row-size are both given",
                "--trx-count=-1                     | --trx-count: -1, must be a whole number from 0",
                "--trx-kind=delete --trx-count=0    | --trx-count: 0, must be a whole number from 1 for delete",
                "--trx-kind=merge                   | 'merge' is none of insert, update, delete, insert-select",
                "--trx-interval=often               | 'often' is not a duration",
                "--trx-interval=5s --rate=1         | --trx-interval is given, but --rate too",
            })
    void reportsInvalidLargeTransaction(String options, String message) {
        List<String> arguments = new ArrayList<>(List.of("run", "--host=127.0.0.1", "--workload=large_transaction"));
        arguments.addAll(List.of(options.split(" ")));
        assertRejected(message, arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--workload=tpcc --warehouses=0      | --warehouses: 0, must be a whole number from 1 to 100000",
                "--workload=tpcc --warehouses=many   | --warehouses",
                "--workload=tpcc --tpcc-mix=1,2,3    | --tpcc-mix: 1,2,3, must be standard, deck, or five whole",
                "--workload=tpcc --tpcc-mix=0,0,0,0,0| --tpcc-mix: [0, 0, 0, 0, 0], must be five whole numbers",
                "--workload=tpcc --think-times=on --rate=5 | --think-times: on, must be off with a rate",
                "--workload=tpcc --terminals=0       | --threads: 0, must be",
                "--workload=tpcc --tables=2          | --tables: 2, must be left out with --workload tpcc",
                "--warehouses=3                      | --warehouses: 3, must be left out with --workload oltp_insert:"
                        + " it is for tpcc",
                "--check                             | --check: given, must be left out with --workload oltp_insert:"
                        + " it is for tpcc",
            })
    void reportsInvalidTpccOptions(String options, String message) {
        List<String> arguments = new ArrayList<>(List.of("run", "--host=127.0.0.1"));
        arguments.addAll(List.of(options.split(" ")));
        assertRejected(message, arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run       | dealy.p99>500ms       | the result has no number named dealy.p99; did you mean delay.p99?",
                "run       | delay.p99>500MB       | the unit 'MB' does not fit a duration",
                "run       | verdict=GOOD          | 'GOOD' is none of the verdicts",
                "subscribe | write.latency.p95>2ms | this run writes nothing",
                "drain     | errors>0              | this run writes nothing",
            })
    void reportsInvalidLimit(String command, String expression, String message) {
        String[] arguments = command.equals("drain")
                ? new String[] {command, "--host=no-such-host.invalid", "--from=earliest", "--fail-if", expression}
                : new String[] {command, "--host=no-such-host.invalid", "--fail-if", expression};
        CommandResult result = CommandResult.of(arguments);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.errorLines()).as(result.err()).hasSize(2);
        assertThat(result.errorLines().get(0))
                .startsWith("cdc-tester: --fail-if: '" + expression + "'")
                .contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--workload-file=no/such.yaml                 | --workload-file: no/such.yaml, must be a file that is there",
                "--workload-file=/                            | --workload-file: /, must be a file, not a directory or a device",
                "--workload-file=/dev/zero                    | --workload-file: /dev/zero, must be a file, not",
                "--workload-file=x.yaml --workload=tpcc       | --workload-file is given, but --workload too",
                "--workload-file=x.yaml --warehouses=2        | --warehouses: 2, must be left out with"
                        + " --workload-file x.yaml: it is for tpcc",
            })
    void reportsInvalidUseOfWorkloadFile(String options, String message) {
        List<String> arguments = new ArrayList<>(List.of("run", "--host=127.0.0.1"));
        arguments.addAll(List.of(options.split(" ")));
        assertRejected(message, arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "transactions: {t: {weigth: 5}} | f.yaml:1: transactions.t.weigth: unknown key; did you mean weight?",
                "transactions: {t: {statements: [DROP TABLE x]}} | f.yaml:1: transactions.t.statements[1]: 'DROP"
                        + " TABLE x' must be",
                "a: [ | close the bracket of line 1",
            })
    void reportsMistakeInWorkloadFile(String yaml, String message, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("f.yaml"), yaml);
        for (String command : List.of("run", "prepare", "cleanup")) {
            CommandResult result = CommandResult.of(command, "--host=127.0.0.1", "--workload-file=" + file);
            assertThat(result.code()).as(result.err()).isEqualTo(2);
            assertThat(result.errorLines()).as(result.err()).hasSize(2);
            assertThat(result.errorLines().get(0)).startsWith("cdc-tester: ").contains(message);
        }
    }

    private static void assertRejected(String message, List<String> arguments) {
        CommandResult result = CommandResult.of(arguments.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.errorLines()).as(result.err()).hasSize(2);
        assertThat(result.errorLines().get(0)).startsWith("cdc-tester: ").contains(message);
        assertThat(result.errorLines().get(1)).startsWith("try 'cdc-tester run --help'");
    }
}
