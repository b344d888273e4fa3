// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A suite, or a test, that runs under the Maven profile {@code long} only, not with each commit: a contract that another
 * server holds per commit, or one that takes long and finds a defect rarely. {@code .ci/nightly} runs all of them.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("nightly")
public @interface Nightly {}
