// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.network;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** If CDC_TESTER_REQUIRE_NAMESPACES is set, the suite fails instead of being skipped. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresNamespaces.Condition.class)
public @interface RequiresNamespaces {

    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (System.getenv("CDC_TESTER_REQUIRE_NAMESPACES") != null) {
                return ConditionEvaluationResult.enabled("network namespaces must be possible");
            }
            Optional<String> obstacle = Network.obstacle();
            if (obstacle.isEmpty()) {
                return ConditionEvaluationResult.enabled("network namespaces are possible");
            }
            System.err.println("SKIPPED: " + context.getDisplayName() + ": " + obstacle.get());
            return ConditionEvaluationResult.disabled(obstacle.get());
        }
    }
}
