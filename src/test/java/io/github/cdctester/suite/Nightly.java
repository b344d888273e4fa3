// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Runs only with the Maven profile {@code long}, which {@code .ci/nightly} uses. Either each build checks the same contract on another
 * server, or the test is slow and rarely fails.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("nightly")
public @interface Nightly {}
