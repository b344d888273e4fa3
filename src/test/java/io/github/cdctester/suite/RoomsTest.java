// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A room is a list of packages with their sub-packages. Each room depends only on rooms listed before it, so there are no cycles. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RoomsTest {

    private static final String ROOT = "io.github.cdctester";

    /** Format: room = packages : allowed rooms. {@code .} is the root package. */
    private static final String ROOMS = """
        base      = failure stop internal.access internal.bound internal.closing internal.http internal.json internal.text internal.time internal.yaml :
        faults    = fault :
        config    = config : base
        mysql     = internal.mysql : base config
        workload  = workload internal.workload internal.catalog : base config
        binlog    = internal.binlog : base config mysql
        writer    = internal.writer : base config mysql workload
        meter     = internal.meter : base config workload binlog writer
        result    = result : base config
        summary   = internal.summary : base config mysql binlog meter result
        recording = internal.play internal.learn : base config mysql binlog
        judge     = consumer internal.judge : base config workload binlog writer meter result summary
        report    = internal.report internal.value internal.limit internal.statistics internal.steps : base config workload binlog meter result summary
        compare   = internal.compare internal.baseline baseline report : base config result summary report
        server    = server : base config binlog
        inject    = internal.inject : base config binlog result server faults
        program   = internal.program : base config
        usage     = internal.usage : base result judge
        reading   = internal.consumer : base config binlog result judge program usage
        run       = run internal.run : base config mysql workload binlog writer meter result summary inject judge recording report reading
        trials    = experiment internal.experiment : base config mysql workload binlog writer meter result summary judge run report program usage reading
        plans     = internal.scenario : base config workload result server inject judge run report trials program reading
        facade    = . : base faults config workload result summary server inject judge run report compare trials plans reading
        testkit   = junit assertj containers : base config binlog result server judge run report compare facade
        cluster   = internal.cluster : base config mysql workload binlog writer meter result summary judge run report
        pods      = internal.kubernetes : base config run
        engines   = consumer.connector consumer.debezium : judge
        cli       = cli : base faults config workload meter result summary server inject judge recording run report compare trials plans facade cluster reading
        """;

    /** Users compile against these packages, or implement their types. They use no internal types. */
    private static final Set<String> API_PACKAGES = Set.of(
            "config",
            "config.fault",
            "failure",
            "stop",
            "workload",
            "result",
            "result.sample",
            "result.summary",
            "run",
            "experiment",
            "server");

    private final Map<String, Room> rooms = parseRooms();
    private Set<PackageDependency> dependencies = Set.of();

    private record Room(String name, int position, List<String> packages, Set<String> allowedRooms) {}

    private record PackageDependency(String from, String to, String fromPackage, String toPackage) {}

    @BeforeAll
    void collectDependencies() {
        dependencies = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages(ROOT).stream()
                        .filter(RoomsTest::isProductType)
                        .flatMap(this::dependenciesOf)
                        .collect(toCollection(() -> new TreeSet<>(Comparator.comparing(PackageDependency::toString))));
    }

    @Test
    void dependsOnlyOnAllowedRooms() {
        assertThat(dependencies).isNotEmpty();
        assertThat(dependencies)
                .filteredOn(dependency -> !dependency.from().equals(dependency.to())
                        && !room(dependency.from()).allowedRooms().contains(dependency.to()))
                .isEmpty();
    }

    @Test
    void dependenciesHaveOneDirection() {
        rooms.values()
                .forEach(room -> room.allowedRooms()
                        .forEach(allowedRoom -> assertThat(room(allowedRoom).position())
                                .as("%s depends on %s", room.name(), allowedRoom)
                                .isLessThan(room.position())));
    }

    @Test
    void userPackagesUseNoInternals() {
        assertThat(dependencies)
                .filteredOn(dependency -> API_PACKAGES.contains(dependency.fromPackage()))
                .isNotEmpty()
                .noneMatch(dependency -> dependency.toPackage().startsWith("internal"));
    }

    private Stream<PackageDependency> dependenciesOf(JavaClass type) {
        String from = packageOf(type);
        return type.getDirectDependenciesFromSelf().stream()
                .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                .filter(RoomsTest::isProductType)
                .map(RoomsTest::packageOf)
                .filter(to -> !to.equals(from))
                .map(to -> new PackageDependency(roomOf(from), roomOf(to), from, to));
    }

    private String roomOf(String name) {
        return rooms.values().stream()
                .flatMap(room -> room.packages().stream()
                        .filter(packageName -> name.equals(packageName) || name.startsWith(packageName + "."))
                        .map(packageName -> Map.entry(packageName.length(), room.name())))
                .max(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .orElseThrow(() -> new AssertionError("package " + name + " is in no room"));
    }

    private Room room(String name) {
        return Optional.ofNullable(rooms.get(name)).orElseThrow(() -> new AssertionError("no room " + name));
    }

    private static Map<String, Room> parseRooms() {
        Map<String, Room> rooms = new LinkedHashMap<>();
        for (String line : ROOMS.split("\n")) {
            String[] sides = line.split("[=:]", 3);
            String name = sides[0].trim();
            rooms.put(name, new Room(name, rooms.size(), words(sides[1]), new TreeSet<>(words(sides[2]))));
        }
        return rooms;
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.trim().split(" +"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(ROOT) ? "." : name.substring(ROOT.length() + 1);
    }

    private static boolean isProductType(JavaClass type) {
        return (type.getPackageName() + ".").startsWith(ROOT + ".")
                && !(type.getPackageName() + ".").startsWith(ROOT + ".suite.")
                && !type.getSimpleName().equals("package-info");
    }
}
