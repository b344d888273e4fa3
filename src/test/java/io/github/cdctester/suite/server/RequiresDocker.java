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
import org.testcontainers.DockerClientFactory;

/** Skips a suite where there is no Docker, and says so; fails it where CDC_TESTER_REQUIRE_DOCKER is set. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresDocker.Condition.class)
public @interface RequiresDocker {

    /** Looks for an engine once a suite. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (System.getenv("CDC_TESTER_REQUIRE_DOCKER") != null
                    || DockerClientFactory.instance().isDockerAvailable()) {
                return ConditionEvaluationResult.enabled("Docker is there, or must be");
            }
            System.err.println("SKIPPED: " + context.getDisplayName() + " needs Docker, and no engine answers");
            return ConditionEvaluationResult.disabled("no Docker engine answers");
        }
    }
}
