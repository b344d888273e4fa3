// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Interruption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Tests that an option without effect is rejected in one line, with the workloads that have the option. */
class IgnoredOptionsTest {

    private static final String SYSBENCH = "sysbench's oltp workloads";
    private static final String TPCC = "tpcc";
    private static final String TRANSFER = "transfer";
    private static final String LARGE_TRANSACTION = "large_transaction";
    private static final String STORM = "storm";
    private static final String CUSTOM = "workloads of your own";

    private static final Map<String, CommandLine> COMMANDS =
            Main.commandLine(new Interruption()).getSubcommands();

    private static final Map<String, String> WORKLOADS = Map.of(
            SYSBENCH,
            "oltp_read_write",
            TPCC,
            "tpcc",
            TRANSFER,
            "transfer",
            LARGE_TRANSACTION,
            "large_transaction",
            STORM,
            "storm");

    /** The values are the families that have the option. */
    private static final Map<String, List<String>> OPTIONS = new TreeMap<>();

    static {
        for (String option : List.of(
                "--table-size=100",
                "--auto-inc=on",
                "--secondary=off",
                "--create-secondary=on",
                "--create-table-options=x",
                "--point-selects=2",
                "--simple-ranges=2",
                "--sum-ranges=2",
                "--order-ranges=2",
                "--distinct-ranges=2",
                "--index-updates=2",
                "--non-index-updates=2",
                "--delete-inserts=2",
                "--range-selects=off",
                "--range-size=10")) {
            OPTIONS.put(option, List.of(SYSBENCH));
        }
        OPTIONS.put("--tables=12", List.of(SYSBENCH, STORM));
        for (String option :
                List.of("--storm-kinds=xa,add-column", "--storm-steps=5", "--storm-only=3,7-9", "--storm-blob=2KB")) {
            OPTIONS.put(option, List.of(STORM));
        }
        OPTIONS.put("--stamp=on", List.of(SYSBENCH, TPCC, TRANSFER, LARGE_TRANSACTION, STORM, CUSTOM));
        OPTIONS.put("--skip-trx=on", List.of(SYSBENCH, CUSTOM));
        OPTIONS.put("--accounts=5", List.of(TRANSFER));
        OPTIONS.put("--transfers=5", List.of(TRANSFER));
        for (String option : List.of(
                "--db-ps-mode=disable",
                "--reconnect=5",
                "--rand-type=zipfian",
                "--rand-spec-iter=3",
                "--rand-spec-pct=3",
                "--rand-spec-res=3",
                "--rand-pareto-h=0.3",
                "--rand-zipfian-exp=0.3")) {
            OPTIONS.put(option, List.of(SYSBENCH, TRANSFER, CUSTOM));
        }
        OPTIONS.put("--rand-seed=7", List.of(SYSBENCH, TPCC, TRANSFER, STORM, CUSTOM));
        OPTIONS.put("--workload-option=a=b", List.of(CUSTOM));
        OPTIONS.put("--check", List.of(TPCC, TRANSFER, CUSTOM));
        for (String option : List.of("--warehouses=2", "--tpcc-mix=deck", "--think-times=off", "--terminals=2")) {
            OPTIONS.put(option, List.of(TPCC));
        }
        for (String option : List.of(
                "--trx-kind=update",
                "--trx-size=1GB",
                "--row-size=3000",
                "--rows=1000",
                "--trx-count=2",
                "--trx-interval=1s")) {
            OPTIONS.put(option, List.of(LARGE_TRANSACTION));
        }
    }

    private static final Set<String> COMMON_OPTIONS = Set.of(
            "--workload",
            "--workload-file",
            "--background",
            "--background-threads",
            "--background-rate",
            "--threads",
            "--rate",
            "--arrivals",
            "--rate-factor",
            "--ignore-errors",
            "--time",
            "--events",
            "--warmup-time",
            "--drain-timeout",
            "--yes",
            "--force",
            "--replay",
            "--prepare",
            "--cleanup",
            "--probe",
            "--probes",
            "--consumer",
            "--workers",
            "--subscribers",
            "--secret-file",
            "--worker-timeout",
            "--tolerate-worker-loss",
            "--elastic",
            "--verbose",
            "--help",
            "--version");

    static Stream<Arguments> rejectsOptionsOfOtherWorkloads() {
        return OPTIONS.entrySet().stream()
                .flatMap(option -> WORKLOADS.entrySet().stream()
                        .filter(family -> !option.getValue().contains(family.getKey()))
                        .map(family -> Arguments.of(option.getKey(), family.getValue(), option.getValue())));
    }

    static Stream<Arguments> acceptsOptionsOfWorkload() {
        return OPTIONS.entrySet().stream()
                .flatMap(option -> option.getValue().stream()
                        .filter(WORKLOADS::containsKey)
                        .map(family -> Arguments.of(option.getKey(), WORKLOADS.get(family))));
    }

    @ParameterizedTest
    @MethodSource
    void rejectsOptionsOfOtherWorkloads(String option, String workload, List<String> families) {
        for (String command : List.of("run", "prepare")) {
            if (commandSpec(command).findOption(name(option)) == null) {
                continue;
            }
            CommandResult result =
                    CommandResult.of(command, "--host=127.0.0.1", "--port=1", "--workload=" + workload, option);
            assertThat(result.code()).as(result.err()).isEqualTo(2);
            assertThat(result.errorLines()).hasSize(2);
            assertThat(result.errorLines().get(0))
                    .startsWith("cdc-tester: " + name(option) + ": ")
                    .contains(option.contains("=") ? option.substring(option.indexOf('=') + 1) : "given")
                    .contains("must be left out with --workload " + workload)
                    .contains("it is for");
            assertThat(result.errorLines().get(0).replaceAll(".*it is for ", "").split(", "))
                    .containsExactlyInAnyOrderElementsOf(families);
        }
    }

    @ParameterizedTest
    @MethodSource
    void acceptsOptionsOfWorkload(String option, String workload) {
        // no server listens on this port, so accepted options fail on connect
        CommandResult result =
                CommandResult.of("run", "--host=127.0.0.1", "--port=1", "--workload=" + workload, option);
        assertThat(result.err()).contains("cannot connect to 127.0.0.1:1");
        assertThat(result.code()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--background-threads=2 | --background-threads is 2, but there is no --background",
                "--background-rate=5    | --background-rate is 5, but there is no --background",
                "--background=oltp_nosuch | --background: oltp_nosuch, must be one of: oltp_insert,",
                "--background=oltp_insert | --background: oltp_insert, must be a workload other",
                "--background=tpcc --background-threads=0 | --background-threads: 0, must be a whole number from 1",
                "--background=tpcc --background-rate=-1 | --background-rate: '-1' is below 0",
                "--background=tpcc --trx-size=1GB | --trx-size: 1GB, must be left out with --workload oltp_insert and"
                        + " --background tpcc: it is for large_transaction",
                "--background=large_transaction --background-rate=1 --trx-interval=5 | --trx-interval is given, but"
                        + " --background-rate too",
                "--background=large_transaction --trx-kind=delete | --trx-count: 0, must be a whole number from 1 for delete",
                "--workload=large_transaction --trx-count=2 --events=5 | --trx-count is 2, but --events is given too",
                "--workload=tpcc --tables 2 | --tables: 2, must be left out",
                "--workload=transfer --accounts=1 | --accounts: 1, must be a whole number from 2",
                "--workload=transfer --transfers=0 | --transfers: 0, must be a whole number from 1 to 1000",
                "--workload=storm --tables=9 | --tables: 9, must be a whole number from 10 to 100000 with storm",
                "--workload=storm --storm-kinds=xb | --storm-kinds: xb, must be all or some of: insert,",
                "--workload=storm --storm-kinds=add-colum | did you mean add-column?",
                "--workload=storm --storm-only=3,7-9 --threads=4 | --storm-only: needs one worker, as several send"
                        + " steps in another order; --threads must be 1, not 4",
                "--workload=oltp_insert --background=storm --storm-only=3 --background-threads=2 | --storm-only:"
                        + " needs one worker, as several send steps in another order; --background-threads must be 1, not 2",
                "--workload=storm --storm-steps=5 --events=5 | --storm-steps is 5, but --events is given too",
                "--workload=tpcc --replay --verify=off | --replay: on, must be off if verify is off",
                "--workload=tpcc --terminals=0 | must be a whole number from 1",
                "--client=native --jdbc-driver=mariadb | --client: native, must be auto or jdbc with --jdbc-driver",
                "--client=native --workload=tpcc | --client: native, must be auto or jdbc for the load tpcc, because"
                        + " its workload uses JDBC itself",
                "--client=native --background=tpcc | --client: native, must be auto or jdbc for the load tpcc,",
                "--client=odbc | --client: 'odbc'",
            })
    void reportsConflictingOptions(String options, String message) {
        List<String> arguments = new ArrayList<>(List.of("run", "--host=127.0.0.1", "--port=1"));
        arguments.addAll(List.of(options.split(" ")));
        CommandResult result = CommandResult.of(arguments.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.errorLines()).hasSize(2);
        assertThat(result.errorLines().get(0)).startsWith("cdc-tester: --").contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "--port=1",
        "--database=x",
        "--user=x",
        "--password-file=x",
        "--ssl-mode=REQUIRED",
        "--ssl-ca=x.pem",
        "--server-public-key-path=x.pem",
        "--jdbc-driver=mariadb",
        "--prepare",
        "--cleanup",
    })
    void serverOptionsRequireServer(String option) {
        CommandResult result = CommandResult.of("run", option);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.errorLines()).hasSize(2);
        assertThat(result.errorLines().get(0)).startsWith("cdc-tester: " + name(option) + " is ");
    }

    @ParameterizedTest
    @CsvSource({
        "sslMode=disable, --ssl-mode=REQUIRED, '--ssl-mode REQUIRED is given, but --url has DISABLED: give one of them'",
        "useSSL=false, --ssl-ca=x.pem, '--ssl-ca is given, but --ssl-mode DISABLED checks no certificate'",
        "requireSSL=true, --ssl-mode=REQUIRED, 'url: the option requireSSL, must be left out'"
    })
    void rejectsTlsOptionsThatContradictUrl(String urlParameters, String option, String expected) {
        CommandResult result = CommandResult.of("run", "--url=jdbc:mysql://127.0.0.1:1/test?" + urlParameters, option);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.errorLines().get(0)).contains(expected);
    }

    @Test
    void acceptsBackgroundOptions() {
        CommandResult result = CommandResult.of(
                "run",
                "--host=127.0.0.1",
                "--port=1",
                "--tables=2",
                "--background=large_transaction",
                "--trx-size=0.2GB",
                "--trx-interval=10s");
        assertThat(result.err()).contains("cannot connect to 127.0.0.1:1");
    }

    @Test
    void testCoversEachOptionOfRun() {
        Set<String> knownOptions = new TreeSet<>(COMMON_OPTIONS);
        OPTIONS.keySet().forEach(option -> knownOptions.add(name(option)));
        // options that run shares with subscribe do not depend on the workload
        for (String command : List.of("subscribe")) {
            commandSpec(command).options().forEach(option -> knownOptions.addAll(List.of(option.names())));
        }
        List<String> optionsOfRun = commandSpec("run").options().stream()
                .flatMap(option -> Arrays.stream(option.names()))
                .filter(name -> name.startsWith("--"))
                .toList();
        assertThat(knownOptions).containsAll(optionsOfRun);
    }

    private static String name(String option) {
        return option.contains("=") ? option.substring(0, option.indexOf('=')) : option;
    }

    private static CommandLine.Model.CommandSpec commandSpec(String command) {
        return COMMANDS.get(command).getCommandSpec();
    }
}
