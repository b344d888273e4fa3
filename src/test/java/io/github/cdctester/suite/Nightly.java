// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A suite or test that runs under the Maven profile {@code long} only: a contract that another server checks per commit, or a slow
 * test with few findings. {@code .ci/nightly} runs all of them.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("nightly")
public @interface Nightly {}
