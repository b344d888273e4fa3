// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** If CDC_TESTER_REQUIRE_CHROMIUM is set, the suite fails instead of being skipped. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresChromium.Condition.class)
public @interface RequiresChromium {

    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (BrowserPrograms.chromium().isPresent()
                    && BrowserPrograms.driver().isPresent()) {
                return ConditionEvaluationResult.enabled("Chromium is installed");
            }
            if (System.getenv("CDC_TESTER_REQUIRE_CHROMIUM") != null) {
                return ConditionEvaluationResult.enabled("Chromium is required");
            }
            String reason = "chromium and chromedriver are not both on the path (Debian: chromium, chromium-driver)";
            System.err.println("SKIPPED: " + context.getDisplayName() + ": " + reason);
            return ConditionEvaluationResult.disabled(reason);
        }
    }
}
