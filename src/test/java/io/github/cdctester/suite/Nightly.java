// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a suite or test that runs only with the Maven profile {@code long}: another server checks the same contract per
 * commit, or the test is slow and rarely fails. {@code .ci/nightly} runs all of them.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("nightly")
public @interface Nightly {}
