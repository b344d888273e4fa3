// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.sysbench.SysbenchLine;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** sysbench command lines have the same effect as this tool's options. */
class SysbenchLineTest {

    private static final String SERVER = "--mysql-host=127.0.0.1 --mysql-port=1 --mysql-user=u --mysql-password=geheim"
            + " --mysql-db=d --mysql-ssl=off --rand-type=uniform";

    private static final CommandLine COMMANDS = Main.commandLine(new Interruption());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oltp_insert run                                  | run --workload=oltp_insert
            --tables=4 oltp_insert run                       | run --workload=oltp_insert --tables=4
            oltp_insert --tables=4 run                       | run --workload=oltp_insert --tables=4
            oltp_insert run --tables=4 --time=9              | run --workload=oltp_insert --tables=4 --time=9
            --tables=4 oltp_insert --time=9 run --events=0   | run --workload=oltp_insert --tables=4 --time=9 --events=0
            sysbench oltp_delete prepare                     | prepare --workload=oltp_delete
            oltp_delete cleanup                              | cleanup --workload=oltp_delete
            tpcc run --warehouses=2                          | run --workload=tpcc --warehouses=2
            /usr/share/sysbench/oltp_read_only.lua run       | run --workload=oltp_read_only
            oltp_read_only.lua run                           | run --workload=oltp_read_only
            oltp_insert help                                 | help oltp_insert
            tpcc --help                                      | help tpcc
            oltp_insert run --range_selects                  | run --workload=oltp_insert --range-selects=on
            oltp_insert run --skip_trx --tables=2            | run --workload=oltp_insert --skip-trx=on --tables=2
            oltp_insert run --skip-trx off                   | run --workload=oltp_insert --skip-trx off
            oltp_insert run --auto_inc=0                     | run --workload=oltp_insert --auto-inc=0
            oltp_insert run --verbose                        | run --workload=oltp_insert --verbose
            oltp_insert run --num-threads=4 --max-time=5     | run --workload=oltp_insert --threads=4 --time=5
            oltp_insert run --max-requests=0 --tx-rate=7     | run --workload=oltp_insert --events=0 --rate=7
            oltp_insert run --mysql-ssl                      | run --workload=oltp_insert --ssl-mode=REQUIRED
            oltp_insert run --mysql-ssl=verify_ca            | run --workload=oltp_insert --ssl-mode=verify_ca
            oltp_insert run --db-driver=mysql --debug=off    | run --workload=oltp_insert
            oltp_insert run --mysql_storage_engine=InnoDB    | run --workload=oltp_insert
            oltp_insert prepare --time=9 --tables=2 --json   | prepare --workload=oltp_insert --tables=2
            oltp_insert prepare --time 9 --tables=2          | prepare --workload=oltp_insert --tables=2
            oltp_insert run @more.options                    | run --workload=oltp_insert @more.options
            run --workload=oltp_insert --mysql-host=a        | run --workload=oltp_insert --host=a
            run --table_size=5                               | run --table-size=5
            run oltp_insert                                  | run oltp_insert
            sweep --mysql_db=x --threads=1,2                 | sweep --database=x --threads=1,2
            --help                                           | --help
            sysbench run                                     | sysbench run
            """)
    void translatesSysbenchOptions(String sysbenchLine, String expectedLine) {
        assertThat(SysbenchLine.read(COMMANDS, sysbenchLine.split(" +")).arguments())
                .containsExactly(expectedLine.split(" +"));
    }

    /** Published command lines, without an endpoint. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oltp_read_write prepare --tables=128 --table-size=1000000 --threads=32
            oltp_read_write run --tables=128 --table-size=1000000 --report-interval=1 --range_selects=1 --db-ps-mode=disable --rand-type=uniform --threads=16 --time=12000
            --db-driver=mysql --tables=1 --table-size=100000 oltp_read_write --threads=24 --time=300 --percentile=99 --report-interval=1 --events=0 run
            oltp_read_write prepare --tables=1 --table-size=100000 --percentile=99 --report-interval=1 --time=300
            oltp_write_only run --tables=10 --threads=1024 --skip_trx=off --auto_inc=on --create_secondary --delete_inserts=1 --mysql-ignore-errors=all
            oltp_read_write cleanup --tables=128 --threads=32 --table-size=1000000
            """)
    void publishedLineFailsOnlyOnConnect(String line) {
        List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
        List.of(SERVER.split(" ")).stream()
                .filter(option -> !line.contains(option.split("=")[0] + "="))
                .forEach(arguments::add);
        CommandResult result = CommandResult.of(arguments.toArray(String[]::new));
        assertThat(result.err()).contains("cannot connect to 127.0.0.1:1").doesNotContain("geheim");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void addsNoteOnIgnoredOptions() {
        assertThat(SysbenchLine.read(COMMANDS, "oltp_insert prepare --time=9 --json --rand-type=zipfian".split(" "))
                        .notes())
                .containsExactly("prepare ignores --time, --json, as in sysbench");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oltp_insert run --rand-type=special              | defaults here that are not sysbench's: an embedded MariaDB (sysbench: localhost)
            oltp_insert run --mysql-host=a --rand-type=special --mysql-ssl=off | defaults here that are not sysbench's: --user root (sysbench: sbtest)
            oltp_insert run --mysql-host=a --rand-type=special --mysql-user=x  | defaults here that are not sysbench's: --ssl-mode PREFERRED (sysbench: no TLS)
            oltp_insert prepare --mysql-host=a --mysql-user=x --mysql-ssl=off  | defaults here that are not sysbench's: --rand-type uniform, as in 1.1 (sysbench: special in 1.0)
            oltp_insert run --url=x --user=x --rand-type=special --rate=9      | defaults here that are not sysbench's: --arrivals constant (sysbench: poisson)
            oltp_insert run --url=x --user=x --rand-type=special --histogram   | --histogram has no effect here: with --out, result.json has the distributions of each second
            oltp_insert run --url=x --user=x --rand-type=special --luajit-cmd=x | --luajit-cmd has no effect here: no Lua script is run here
            """)
    void addsNoteOnDifferences(String line, String note) {
        assertThat(SysbenchLine.read(COMMANDS, line.split(" +")).notes()).containsExactly(note);
    }

    @ParameterizedTest
    @CsvSource({
        "oltp_insert run --url=x --user=x --rand-type=special --rate=9 --arrivals=poisson",
        "oltp_insert cleanup --mysql-host=x --mysql-user=x",
        "tpcc run --mysql-host=a",
        "run --mysql-host=a --rate=9"
    })
    void addsNoNotesIfDefaultsAreEqual(String line) {
        assertThat(SysbenchLine.read(COMMANDS, line.split(" +")).notes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oltp_insert                                 | oltp_insert is given without a command: add prepare, run or cleanup after it, as in 'cdc-tester oltp_insert run'
            oltp_insert prewarm                         | there is no prewarm: with --warmup-time, a run begins with load that is not measured
            bulk_insert run                             | bulk_insert is none of the workloads, which are oltp_insert, oltp_write_only,
            /usr/share/sysbench/bulk_insert.lua run     | /usr/share/sysbench/bulk_insert.lua is none of the workloads
            oltp_insert run --db-driver=pgsql           | --db-driver: pgsql, must be mysql: cdc-tester speaks MySQL's protocol only
            oltp_insert run --mysql-storage-engine=x    | --mysql-storage-engine: x, must be innodb: tables are made with InnoDB
            oltp_insert run --mysql-socket=/tmp/s       | --mysql-socket: /tmp/s, must be left out: give --mysql-host and --mysql-port
            oltp_insert run --mysql-dry-run             | --mysql-dry-run: given, must be left out: without a server
            oltp_insert run --pgsql-password=geheim     | --pgsql-password: given, must be left out: cdc-tester speaks
            oltp_insert run --oltp-table-size=5         | --oltp-table-size: 5, must be left out: use the form of sysbench 1.0, without oltp
            oltp_insert run --test=oltp.lua             | --test: oltp.lua, must be left out: give the script's name
            oltp_insert run --xyzzy                     | unknown option or argument '--xyzzy'
            oltp_insert run --mysql-port=x              | --port: 'x' is not a whole number
            oltp_insert run oltp_delete                 | unknown option or argument 'oltp_delete'
            run --histogram                             | unknown option or argument '--histogram'; it is an option of sysbench; with --out, result.json has
            """)
    void rejectsUnsupportedOptions(String line, String message) {
        CommandResult result = CommandResult.of(line.split(" +"));
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.errorLines().stream().filter(errorLine -> !errorLine.startsWith("cdc-tester: note: ")))
                .hasSize(2)
                .element(0, InstanceOfAssertFactories.STRING)
                .startsWith("cdc-tester: ")
                .contains(message);
        assertThat(result.err()).doesNotContain("geheim");
    }
}
