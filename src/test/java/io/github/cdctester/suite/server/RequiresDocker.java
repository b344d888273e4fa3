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
import org.testcontainers.images.RemoteDockerImage;

/** If CDC_TESTER_REQUIRE_DOCKER is set, the suite fails instead of being skipped. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresDocker.Condition.class)
public @interface RequiresDocker {

    /** Checks once per JVM whether Docker has the image or can pull it. */
    final class Condition implements ExecutionCondition {

        private static String missingReason;

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (System.getenv("CDC_TESTER_REQUIRE_DOCKER") != null) {
                return ConditionEvaluationResult.enabled("Docker is required");
            }
            String reason = missingReason();
            if (reason.isEmpty()) {
                return ConditionEvaluationResult.enabled("Docker and the image are available");
            }
            System.err.println("SKIPPED: " + context.getDisplayName() + ": " + reason);
            return ConditionEvaluationResult.disabled(reason);
        }

        private static synchronized String missingReason() {
            if (missingReason == null) {
                missingReason = findMissingReason();
            }
            return missingReason;
        }

        private static String findMissingReason() {
            try {
                if (!DockerClientFactory.instance().isDockerAvailable()) {
                    return "no Docker engine answers";
                }
                new RemoteDockerImage(MySqlTestServer.image()).get();
                return "";
            } catch (RuntimeException e) {
                return "Docker cannot provide " + MySqlTestServer.image() + ": " + e.getMessage();
            }
        }
    }
}
