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
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;

/** Runs in one process share nothing that one of them could hold up or change for another. */
@AnalyzeClasses(packages = "io.github.cdctester", importOptions = ImportOption.DoNotIncludeTests.class)
class StaticStateTest {

    /** Said in docs/adr/0001. */
    private static final String CONNECTING = "io.github.cdctester.internal.writer.BreakableSockets.MAKING";

    /** Of the program, which is no run: it has one terminal. */
    private static final String TERMINAL = "io.github.cdctester.cli.terminal.SecretQuestion.settings";

    @ArchTest
    static final ArchRule STATIC_FIELDS_ARE_FINAL =
            fields().that().areStatic().and(areNot(TERMINAL)).should().beFinal();

    @ArchTest
    static final ArchRule STATIC_FIELDS_HOLD_NO_STATE = fields().that()
            .areStatic()
            .and(areNot(CONNECTING))
            .should()
            .notHaveRawType(
                    DescribedPredicate.describe("threads, or made for several of them", StaticStateTest::isShared));

    private static DescribedPredicate<JavaField> areNot(String name) {
        return DescribedPredicate.describe(
                "are not " + name, field -> !field.getFullName().equals(name));
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
