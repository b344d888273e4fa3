// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that invalid lists are rejected in one line, with the option, its value, and a valid form. */
class SweepUsageTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--threads=32,16             | --threads: 32,16, must be a list in ascending order: 16,32",
                "--threads=16,16,32          | --threads: 16,16,32, must be a list of different values: 16,32",
                "--threads=                  | --threads: '' has an empty place",
                "--threads=16,,32            | --threads: '16,,32' has an empty place",
                "--threads=16,32,            | '16,32,' has an empty place",
                "--threads=16,x              | --threads: 'x' is not a whole number",
                "--threads=0,16              | --threads: 0, must be a whole number from 1",
                "--threads=1,20000           | --threads: 20000, must be a whole number from 1 to 10000",
                "--time=5                    | nothing to go over: give one of --threads, --rate, --trx-size and"
                        + " --warehouses values",
                "--rate=0..50@over@5s        | nothing to go over",
                "--threads=1,2 --rate=10,20  | --threads is 1,2 and --rate is 10,20, but only one option may be a list",
                "--rate=20,10                | --rate: 20,10, must be a list in ascending order: 10,20",
                "--rate=10,10.0              | --rate: 10,10.0, must be a list of different values: 10",
                "--rate=0,100                | '0' in '0,100' is not a constant rate above 0",
                "--rate=5,-5                 | --rate: '-5' is below 0",
                "--rate=5,fast               | 'fast' is neither a number of starts per second nor a ramp",
                "--rate=5,6 --workload=tpcc --warehouses=1,2 | --rate is 5,6 and --warehouses is 1,2, but only one",
                "--workload=large_transaction --trx-size=1GB,0.5GB | --trx-size: 1GB,0.5GB, must be a list in"
                        + " ascending order: 0.5GB,1GB",
                "--workload=large_transaction --trx-size=1GB,1000MB | --trx-size: 1GB,1000MB, must be a list of"
                        + " different values: 1GB",
                "--workload=large_transaction --trx-size=1GB,2XB | '2XB' is not a size",
                "--workload=large_transaction --trx-size=1GB,2GB --rate=1 --trx-interval=5s | --trx-interval is"
                        + " given, but --rate too",
                "--workload=large_transaction --trx-size=1kB,2GB | --trx-size: 1000 bytes, must be a size from 10 kB",
                "--trx-size=1GB,2GB          | --trx-size: 1GB,2GB, must be left out with --workload oltp_insert",
                "--warehouses=1,2            | --warehouses: 1,2, must be left out with --workload oltp_insert",
                "--workload=tpcc --warehouses=2,1 | --warehouses: 2,1, must be a list in ascending order: 1,2",
                "--threads=1,2 --repeats=0   | --repeats: 0, must be a whole number from 1 to 1000",
                "--threads=1,2 --until=x>1   | --until: 'x>1': the result has no number named x;",
                "--threads=1,2 --until=consumers.nope.delay.p99>1s | --until: 'consumers.nope.delay.p99>1s', must be about"
                        + " something else: no consumer is judged in this run",
                "--threads=1,2 --until=loads.nope.latency.p99>1s | --until: 'loads.nope.latency.p99>1s', must be about one"
                        + " of the loads oltp_insert",
                "--threads=1,2 --fail-if=x>1 | --fail-if: 'x>1': the result has no number named x;",
                "--threads=1,2 --on-error=maybe | --on-error: 'maybe' is none of stop, continue",
                "--threads=1,2 --settle-timeout=soon | 'soon' is not a duration",
                "--threads=1,2 --settle-timeout=48h | --settle-timeout: 172800 s, must be a duration from 0 to one day",
            })
    void reportsInvalidSweeps(String options, String message) {
        assertRejected("sweep", options, message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "prepare", "cleanup"})
    void otherCommandsAcceptOneValue(String command) {
        assertRejected(
                command,
                "--workload=large_transaction --trx-size=1GB,2GB",
                "--trx-size: 1GB,2GB, must be one value; 'cdc-tester sweep' goes over a list");
        assertRejected(command, "--workload=tpcc --warehouses=1,2", "--warehouses: 1,2, must be one value");
    }

    @Test
    void runAcceptsOneThreadCountAndOneRate() {
        assertRejected("run", "--threads=1,2", "--threads: 1,2, must be one value");
        assertRejected("run", "--terminals=1,2 --workload=tpcc", ": 1,2, must be one value");
        assertRejected("run", "--rate=1,2", "--rate: 1,2, must be one value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--threads=16",
                "--threads=16 --rate=50",
                "--workload=large_transaction --trx-size=1GB --threads=2",
                "--workload=tpcc --warehouses=2",
                "--threads=1,2 --rate=50",
                "--threads=1,2 --rate=0..50@over@5s",
                "--rate=10,20.5,1000 --arrivals=poisson --threads=4",
                "--workload=large_transaction --trx-size=512MiB,1GB,20GB --trx-kind=update",
                "--background=large_transaction --trx-size=0.1GB,0.2GB --trx-interval=10s",
                "--workload=tpcc --warehouses=1,2,10 --repeats=3 --until=delay.p99>5s --until=TPS<10 --on-error=STOP",
                "--threads=1,2 --settle-timeout=0 --fail-if=errors>0"
            })
    void validOptionsFailOnlyOnConnect(String options) {
        CommandResult result = execute("sweep", options);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("cannot connect to 127.0.0.1:1");
    }

    private static void assertRejected(String command, String options, String message) {
        CommandResult result = execute(command, options);
        List<String> lines = result.errorLines();
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("cdc-tester: ").contains(message);
        assertThat(lines.get(1)).isEqualTo("try 'cdc-tester " + command + " --help'");
    }

    private static CommandResult execute(String command, String options) {
        List<String> arguments = new ArrayList<>(List.of(command, "--host=127.0.0.1", "--port=1"));
        for (String option : options.split(" ")) {
            arguments.add(option.replace('@', ' '));
        }
        return CommandResult.of(arguments.toArray(String[]::new));
    }
}
