// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.cdctester.FindMaxBuilder;
import io.github.cdctester.SweepBuilder;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that docs/library.md lists exactly the public types, and that their signatures contain no internal types. */
final class ApiTest {

    private static final String ROOT = "io.github.cdctester";

    private static final Path DOCUMENT = Path.of("../../docs/library.md");

    private static final JavaClasses PRODUCT_CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void documentListsExactlyPublicTypes() throws IOException {
        Map<String, Set<String>> publicTypes = PRODUCT_CLASSES.stream()
                .filter(ApiTest::isApi)
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getPackageName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getSimpleName, Collectors.toCollection(TreeSet::new))));

        assertThat(documentedTypes()).isEqualTo(publicTypes);
    }

    @Test
    void documentStatesNumberOfTypes() throws IOException {
        long typeCount =
                documentedTypes().values().stream().mapToLong(Set::size).sum();

        assertThat(Files.readString(DOCUMENT)).contains("These " + typeCount + " types");
    }

    @Test
    void documentsListMethodsOfBuildersListenersAndWorkloads() throws IOException {
        String documents = Files.readString(DOCUMENT) + Files.readString(DOCUMENT.resolveSibling("workloads.md"));
        List<String> unlisted = Stream.of(
                        SweepBuilder.class,
                        FindMaxBuilder.class,
                        RunListener.class,
                        ExperimentListener.class,
                        Workload.class,
                        WorkloadSession.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> !documents.contains(method.getName() + "("))
                .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName())
                .toList();

        assertThat(unlisted).isEmpty();
    }

    @Test
    void signaturesContainNoInternalTypes() {
        Set<String> violations = new TreeSet<>();
        PRODUCT_CLASSES.stream().filter(ApiTest::isApi).forEach(type -> {
            Stream.concat(type.getInterfaces().stream(), type.getSuperclass().stream())
                    .flatMap(ApiTest::rawTypes)
                    .filter(ApiTest::isInternal)
                    .forEach(internalType -> violations.add(type.getName() + " is a " + internalType.getName()));
            type.getMembers().stream()
                    .filter(ApiTest::isPublicOrProtected)
                    .forEach(member -> types(member)
                            .flatMap(ApiTest::rawTypes)
                            .filter(ApiTest::isInternal)
                            .forEach(internalType ->
                                    violations.add(member.getFullName() + " mentions " + internalType.getName())));
        });

        assertThat(violations).isEmpty();
    }

    /** The table "package, types" is below the heading "API types". */
    private static Map<String, Set<String>> documentedTypes() throws IOException {
        String text = Files.readString(DOCUMENT);
        int begin = text.indexOf("## API types");
        assertThat(begin).isPositive();
        Matcher row = Pattern.compile("^\\| `([\\w.]+)` \\| (.*) \\|$", Pattern.MULTILINE)
                .matcher(text.substring(begin, text.indexOf("\n## ", begin)));
        Map<String, Set<String>> types = new TreeMap<>();
        while (row.find()) {
            types.put(
                    row.group(1),
                    Arrays.stream(row.group(2).split(","))
                            .map(name -> name.replace("`", "").strip())
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
        return types;
    }

    /**
     * Workload families are public only for the catalog that registers them, and generated builders only because their records are public.
     */
    private static boolean isApi(JavaClass type) {
        String packagePrefix = type.getPackageName() + ".";
        return !packagePrefix.startsWith(ROOT + ".internal.")
                && !packagePrefix.startsWith(ROOT + ".cli.")
                && !packagePrefix.startsWith(ROOT + ".suite.")
                && !packagePrefix.startsWith(ROOT + ".bench.")
                && isPublic(type)
                && !type.getName().matches(".*\\.(config|result)(\\.\\w+)?\\.\\w+Copy")
                && !type.isAssignableTo(WorkloadFamily.class);
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(PUBLIC)
                && type.getEnclosingClass().map(ApiTest::isPublic).orElse(true);
    }

    private static boolean isPublicOrProtected(JavaMember member) {
        return member.getModifiers().contains(PUBLIC) || member.getModifiers().contains(PROTECTED);
    }

    private static boolean isInternal(JavaClass type) {
        return type.getName().startsWith(ROOT + ".") && !isApi(type);
    }

    private static Stream<JavaType> types(JavaMember member) {
        if (member instanceof JavaField field) {
            return Stream.of(field.getType());
        }
        JavaCodeUnit codeUnit = (JavaCodeUnit) member;
        Stream<JavaType> signatureTypes =
                Stream.concat(Stream.of(codeUnit.getReturnType()), codeUnit.getParameterTypes().stream());
        return Stream.concat(
                signatureTypes, codeUnit.getThrowsClause().stream().map(thrown -> (JavaType) thrown.getRawType()));
    }

    private static Stream<JavaClass> rawTypes(JavaType type) {
        return type.getAllInvolvedRawTypes().stream().map(JavaClass::getBaseComponentType);
    }
}
