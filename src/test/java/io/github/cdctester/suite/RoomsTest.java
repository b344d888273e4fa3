// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Who looks into which room. A package that is not here, a door that is not here and a door that nobody uses any more fail: a
 * change that needs another one says so here, and why in docs/adr/0001-rooms.md.
 */
final class RoomsTest {

    private static final String ROOT = "io.github.cdctester";

    private static final String DOORS = """
            failure:
            fault:
            internal.binlog.event:
            internal.statistics:
            internal.time:
            internal.writer.commit:
            assertj: config report result
            cli: cli.kafka cli.manual cli.options cli.otlp cli.planfile cli.scrape cli.sysbench cli.terminal
                cli.terminal.view cli.watch cli.words cli.source config consumer experiment failure internal.catalog
                internal.closing internal.cluster.node internal.compare internal.experiment
                internal.experiment.matrix internal.experiment.matrix.setting internal.experiment.plan internal.experiment.probe internal.inject
                internal.limit internal.report internal.report.files internal.report.page internal.run result root run server
            cli.kafka: cli.source consumer failure
            cli.manual:
            cli.options: cli.terminal cli.terminal.view cli.words config consumer experiment failure internal.catalog
                internal.experiment internal.inject internal.limit internal.workload result root
            cli.otlp: internal.meter
            cli.planfile: cli.options cli.words config experiment failure internal.catalog internal.experiment.matrix
                internal.experiment.matrix.setting internal.experiment.plan internal.experiment.probe
                internal.experiment.probe.source internal.limit internal.run.load internal.run.phases
                internal.workload internal.yaml
            cli.scrape: failure internal.meter
            cli.sysbench: internal.catalog
            cli.terminal: cli.terminal.view cli.words config experiment failure internal.experiment
                internal.experiment.matrix internal.experiment.matrix.setting internal.experiment.plan
                internal.report result run
            cli.terminal.view: config internal.experiment internal.meter internal.report result
            cli.source: consumer failure
            cli.watch: cli.terminal cli.words config failure internal.experiment.plan internal.report
                internal.report.html internal.report.page internal.report.document result
            cli.words: failure internal.catalog internal.workload
            baseline: failure internal.baseline internal.compare internal.limit internal.report internal.statistics
                result
            config: failure
            consumer: failure internal.consumer.format result
            consumer.connector: consumer
            consumer.debezium: consumer
            containers: config failure internal.access internal.binlog.connection internal.time server
            experiment: config failure result run
            internal.access: failure
            internal.baseline: failure internal.report
            internal.binlog: config failure internal.binlog.connection internal.binlog.event internal.binlog.gtid
                internal.binlog.payload internal.binlog.position internal.binlog.rows internal.time
            internal.binlog.connection: config failure internal.access internal.binlog.connection.login
                internal.binlog.event internal.binlog.gtid internal.binlog.position internal.time
            internal.binlog.connection.login: config failure internal.binlog.event
            internal.binlog.gtid: internal.binlog.event internal.binlog.position
            internal.binlog.payload: failure internal.binlog.event
            internal.binlog.position: internal.binlog.event
            internal.binlog.rows: internal.binlog.event
            internal.catalog: config internal.workload workload workload.largetx workload.provided workload.script
                workload.sysbench workload.tpcc workload.transfer
            internal.closing: failure
            internal.cluster.coordinator: config failure internal.binlog internal.binlog.gtid
                internal.binlog.position internal.closing internal.cluster.message internal.cluster.transport
                internal.judge.replay internal.judge.verify internal.meter internal.run internal.run.load
                internal.run.stream internal.summary internal.time internal.workload internal.writer
                internal.writer.commit result run workload
            internal.cluster.message: config internal.binlog internal.binlog.connection internal.binlog.position
                internal.binlog.rows internal.judge.verify internal.meter internal.report internal.workload
                internal.writer.commit
            internal.cluster.node: config failure internal.binlog internal.binlog.connection
                internal.binlog.position internal.binlog.rows internal.catalog internal.cluster.message
                internal.cluster.transport internal.judge.verify internal.meter internal.run.load
                internal.run.outcome internal.run.stream internal.time internal.workload internal.writer
                internal.writer.commit result workload
            internal.cluster.transport: failure internal.cluster.message
            internal.compare: failure internal.limit internal.report internal.statistics internal.summary result
            internal.consumer.format: internal.report.json
            internal.experiment: config experiment failure internal.experiment.search internal.limit internal.run
                internal.run.load internal.run.phases internal.time result run
            internal.experiment.matrix: config experiment failure internal.closing internal.experiment
                internal.experiment.matrix.setting internal.report internal.report.files internal.run
                internal.run.phases internal.statistics internal.time result run
            internal.experiment.matrix.setting: config failure internal.access internal.experiment.program
                internal.report internal.run.load internal.time internal.writer
            internal.experiment.plan: config failure internal.closing internal.experiment.probe
                internal.experiment.program internal.experiment.steps internal.report internal.run internal.run.load
                internal.run.outcome internal.run.phases internal.summary internal.writer result run
            internal.experiment.probe: config failure internal.binlog.connection internal.closing
                internal.experiment.probe.source internal.limit internal.meter internal.report internal.run
                internal.run.phases internal.time internal.writer result
            internal.experiment.probe.source: failure internal.report internal.time workload
            internal.experiment.program: failure
            internal.experiment.search: result
            internal.experiment.steps: result
            internal.inject: config failure fault internal.binlog.connection internal.time result server
            internal.judge.consumer: consumer failure internal.binlog.gtid internal.binlog.position
                internal.judge.verify internal.meter internal.summary internal.time internal.writer
                internal.writer.commit result
            internal.judge.replay: failure internal.access internal.binlog.gtid internal.binlog.position
                internal.binlog.rows result workload
            internal.judge.verify: internal.binlog.gtid internal.binlog.position internal.binlog.rows result
            internal.limit: config failure internal.binlog.event result
            internal.meter: config internal.binlog internal.binlog.event internal.binlog.position internal.binlog.rows
                internal.writer workload
            internal.report: config failure internal.catalog internal.limit internal.meter internal.summary result
            internal.report.files: failure internal.report internal.report.html internal.report.page
                internal.report.document result
            internal.report.html: internal.report.document
            internal.report.json:
            internal.report.page: internal.report internal.report.page.experiment internal.report.document
                internal.report.page.run result
            internal.report.page.experiment: failure internal.limit internal.report internal.report.document
                internal.report.page.points internal.report.page.run result
            internal.report.document:
            internal.report.page.points:
            internal.report.page.run: config failure internal.report internal.report.document
                internal.report.page.points internal.summary internal.yaml result
            internal.run: config consumer failure internal.binlog.connection internal.closing
                internal.inject internal.limit internal.meter internal.run.heartbeat internal.run.load internal.run.outcome
                internal.run.phases internal.run.stream internal.summary internal.time internal.writer result run
                workload
            internal.run.heartbeat: config failure internal.access internal.binlog internal.binlog.connection
                internal.time workload
            internal.run.load: config failure internal.access internal.binlog.connection internal.catalog
                internal.closing internal.meter internal.time internal.workload internal.writer internal.writer.commit
                result run workload
            internal.run.outcome: config consumer failure internal.binlog internal.binlog.connection
                internal.binlog.event internal.binlog.position internal.binlog.rows internal.closing
                internal.judge.consumer internal.judge.replay internal.judge.verify internal.limit internal.meter
                internal.run.load internal.run.stream internal.summary internal.time internal.writer
                internal.writer.commit result run workload
            internal.run.phases: config failure
            internal.run.stream: config failure internal.binlog internal.binlog.connection internal.binlog.event
                internal.binlog.gtid internal.binlog.position internal.closing internal.inject internal.judge.replay
                internal.judge.verify internal.meter internal.run.heartbeat internal.time result run
            internal.summary: internal.binlog internal.binlog.connection internal.binlog.rows internal.meter
                internal.time result
            internal.workload: config failure internal.access internal.time workload
            internal.workload.random: config
            internal.writer: config failure internal.access internal.time internal.writer.commit workload
            internal.yaml: failure
            report: internal.compare internal.report internal.report.files internal.summary result
            result: config
            junit: config consumer failure internal.closing internal.time report result root run server
            root: config consumer experiment failure fault internal.closing internal.experiment internal.inject
                internal.limit internal.run internal.run.load internal.time result run server
            run: failure result workload
            server: config failure
            workload: config failure
            workload.largetx: config failure internal.workload workload
            workload.provided: config failure internal.workload workload
            workload.script: config failure internal.workload internal.workload.random internal.yaml workload
            workload.sysbench: config failure internal.time internal.workload internal.workload.random workload
            workload.tpcc: config failure internal.workload internal.workload.random workload
            workload.transfer: config failure internal.workload internal.workload.random workload
            """;

    @Test
    void looksThroughTheseDoorsOnly() {
        assertThat(asText(found())).isEqualTo(asText(written()));
    }

    @Test
    void letsNobodyKnowTheCommandLine() {
        written().forEach((room, seen) -> {
            if (!room.startsWith("cli") && !room.equals("junit")) {
                assertThat(seen).as(room).noneMatch(other -> other.startsWith("cli"));
            }
        });
    }

    @Test
    void letsOnlyTheCommandLineKnowTheCluster() {
        written().forEach((room, seen) -> {
            if (!room.equals("cli") && !room.startsWith("internal.cluster.")) {
                assertThat(seen).as(room).noneMatch(other -> other.startsWith("internal.cluster"));
            }
        });
    }

    /**
     * Families stand on what they share; the facade, {@code report}, {@code baseline} and
     * {@code containers} are doors to the inside; all other API knows API only.
     */
    @Test
    void keepsWhatUsersCompileAgainstFreeOfInternals() {
        written().forEach((room, seen) -> {
            if (Set.of("config", "failure", "workload", "result", "run", "experiment", "server")
                    .contains(room)) {
                assertThat(seen).as(room).noneMatch(other -> other.startsWith("internal"));
            }
        });
    }

    @Test
    void keepsTheFacadeOnTop() {
        written().forEach((room, seen) -> {
            if (!room.startsWith("cli") && !room.equals("junit")) {
                assertThat(seen).as(room).doesNotContain("root");
            }
        });
    }

    private static Map<String, Set<String>> written() {
        Map<String, Set<String>> doors = new TreeMap<>();
        for (String line : DOORS.replaceAll("\\n {4}", " ").split("\n")) {
            String[] sides = line.split(":", 2);
            Set<String> seen = new TreeSet<>(Arrays.asList(sides[1].trim().split(" +")));
            seen.remove("");
            doors.put(sides[0], seen);
        }
        return doors;
    }

    private static Map<String, Set<String>> found() {
        JavaClasses house = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(ROOT);
        Map<String, Set<String>> doors = new TreeMap<>();
        for (JavaClass type : house) {
            if (isOfTheProduct(type) && !type.getSimpleName().equals("package-info")) {
                Set<String> seen = doors.computeIfAbsent(room(type), room -> new TreeSet<>());
                type.getDirectDependenciesFromSelf().stream()
                        .map(door -> door.getTargetClass().getBaseComponentType())
                        .filter(RoomsTest::isOfTheProduct)
                        .map(RoomsTest::room)
                        .filter(other -> !other.equals(room(type)))
                        .forEach(seen::add);
            }
        }
        return doors;
    }

    private static boolean isOfTheProduct(JavaClass type) {
        String room = type.getPackageName();
        return (room.equals(ROOT) || room.startsWith(ROOT + ".")) && !room.startsWith(ROOT + ".suite");
    }

    private static String room(JavaClass type) {
        String room = type.getPackageName();
        return room.equals(ROOT) ? "root" : room.substring(ROOT.length() + 1);
    }

    private static String asText(Map<String, Set<String>> doors) {
        StringBuilder text = new StringBuilder();
        doors.forEach((room, seen) ->
                text.append(room).append(": ").append(String.join(" ", seen)).append('\n'));
        return text.toString();
    }
}
