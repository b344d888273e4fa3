// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a suite, with a message, if libfaketime is not installed. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresFakeTime.Condition.class)
public @interface RequiresFakeTime {

    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (FakeTime.library().isPresent()) {
                return ConditionEvaluationResult.enabled("libfaketime is installed");
            }
            String reason = "libfaketime is not installed (Debian: apt-get install libfaketime; elsewhere"
                    + " -Dcdctester.libfaketime=FILE)";
            System.err.println("SKIPPED: " + context.getDisplayName() + ": " + reason);
            return ConditionEvaluationResult.disabled(reason);
        }
    }
}
