// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;

/** Runs in one process share no static state through which one could block or affect another. */
@AnalyzeClasses(packages = "io.github.cdctester", importOptions = ImportOption.DoNotIncludeTests.class)
class StaticStateTest {

    /** Exceptions, explained in docs/dev/adr/0001. */
    private static final String CONNECTING = "io.github.cdctester.internal.writer.BreakableSockets.OPENING";

    /** The command-line program has one terminal and one heap. */
    private static final Set<String> OF_PROGRAM = Set.of(
            "io.github.cdctester.cli.terminal.SecretQuestion.savedSettings",
            "io.github.cdctester.cli.failure.HeapEnd.active");

    /** Set once by the static initializer of {@code ConsumerProbe}, so that the judge can use its internal part. */
    private static final Set<String> ACCESS =
            Set.of("io.github.cdctester.internal.judge.consumer.feed.JudgedProbe.access");

    /** Stamps are unique among all runs of a process. */
    private static final Set<String> OF_ALL_RUNS = Set.of(
            "io.github.cdctester.internal.writer.Stamps.RUNS", "io.github.cdctester.internal.writer.Stamps.LAST");

    @ArchTest
    static final ArchRule STATIC_FIELDS_ARE_FINAL = fields().that()
            .areStatic()
            .and(areNot(OF_PROGRAM))
            .and(areNot(ACCESS))
            .should()
            .beFinal();

    @ArchTest
    static final ArchRule STATIC_FIELDS_HOLD_NO_STATE = fields().that()
            .areStatic()
            .and(areNot(Set.of(CONNECTING)))
            .and(areNot(OF_ALL_RUNS))
            .should()
            .notHaveRawType(
                    DescribedPredicate.describe("threads, or made for several of them", StaticStateTest::isShared));

    private static DescribedPredicate<JavaField> areNot(Set<String> names) {
        return DescribedPredicate.describe("are not " + names, field -> !names.contains(field.getFullName()));
    }

    private static boolean isShared(JavaClass type) {
        return type.getPackageName().startsWith("java.util.concurrent.atomic")
                || type.getPackageName().startsWith("java.util.concurrent.locks")
                || type.isAssignableTo(Executor.class)
                || type.isAssignableTo(Thread.class)
                || type.isAssignableTo(ThreadLocal.class)
                || type.isAssignableTo(ConcurrentMap.class);
    }
}
