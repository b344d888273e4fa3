// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.CommandResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageErrorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        run --warmup=5         | unknown option or argument '--warmup'; did you mean --warmup-time?
        run --pasword=geheim   | unknown option or argument '--pasword'; did you mean --password?
        run --xyzzy            | unknown option or argument '--xyzzy'
        run -pgeheim           | unknown option or argument '-p'
        rnu                    | 'rnu' is no command; did you mean run?
        matrix --help          | 'matrix' is no command
        foo --help             | 'foo' is no command
        help tpc               | 'tpc' is neither a command nor a workload; did you mean tpcc?
        judge --from-stdin --format=debezum | --format: 'debezum' is none of auto, debezium, flat, canal, maxwell, flink, gtid, csv; did you mean debezium?
        run --rate=-5          | --rate: '-5' is below 0
        run --threads=4 --terminals=5 | --threads=4 and --terminals=5 are given: give one of them
        run --threads 4 --threads=5   | --threads 4 and --threads=5 are given: give one of them
        run --mysql-host=a --mysql-host=b    | --host and --host are given: give one of them
        run --table_size=1 --table_size=2    | --table-size=1 and --table-size=2 are given: give one of them
        run --num-threads=4 --threads=5      | --threads=4 and --threads=5 are given: give one of them
        run -hh                | -h is given more than once: give it once
        run --password=geheim --password=geheim2 | --password and --password are given: give one of them
        report a --json --markdown    | --json, --markdown are mutually exclusive (specify only one)
        run --thread=5         | unknown option or argument '--thread'; did you mean --threads?
        run --colums=x         | unknown option or argument '--colums'
        run oltp_insert        | unknown option or argument 'oltp_insert'; did you mean --workload=oltp_insert?
        run extra              | unknown option or argument 'extra'
        drain --from=earliest elsewhere |  unknown option or argument 'elsewhere'
        """)
    void explainsUsageErrors(String line, String message) {
        CommandResult result = CommandResult.of(line.split(" "));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines()).hasSize(2).first().isEqualTo("cdc-tester: " + message);
        assertThat(result.err()).doesNotContain("geheim");
    }
}
