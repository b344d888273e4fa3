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

/** Static state of one run could block or affect another run. */
@AnalyzeClasses(packages = "io.github.cdctester", importOptions = ImportOption.DoNotIncludeTests.class)
class StaticStateTest {

    /** docs/dev/adr/0001 explains this exception. */
    private static final String CONNECTING_FIELD = "io.github.cdctester.internal.writer.BreakableSockets.OPENING";

    /** The command-line program has one terminal and one heap. */
    private static final Set<String> PROGRAM_FIELDS = Set.of(
            "io.github.cdctester.cli.terminal.SecretQuestion.savedSettings",
            "io.github.cdctester.cli.failure.HeapEnd.isActive");

    /** {@code ConsumerProbe} sets the field in its static initializer, so that the judge can use its internals. */
    private static final Set<String> JUDGE_ACCESS_FIELDS =
            Set.of("io.github.cdctester.internal.judge.consumer.feed.JudgedProbe.access");

    /** Stamps are unique among all runs of a process. */
    private static final Set<String> STAMP_FIELDS = Set.of(
            "io.github.cdctester.internal.writer.Stamps.RUNS", "io.github.cdctester.internal.writer.Stamps.LAST");

    @ArchTest
    static final ArchRule STATIC_FIELDS_ARE_FINAL = fields().that()
            .areStatic()
            .and(areNot(PROGRAM_FIELDS))
            .and(areNot(JUDGE_ACCESS_FIELDS))
            .should()
            .beFinal();

    @ArchTest
    static final ArchRule STATIC_FIELDS_HOLD_NO_STATE = fields().that()
            .areStatic()
            .and(areNot(Set.of(CONNECTING_FIELD)))
            .and(areNot(STAMP_FIELDS))
            .should()
            .notHaveRawType(
                    DescribedPredicate.describe("threads, or types that threads share", StaticStateTest::isShared));

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
