// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of change streams with JUnit 5.13 or newer, or JUnit 6. {@link io.github.cdctester.junit.CdcTest} gives a test a plan with a
 * running server. JUnit is a dependency of the user's project.
 */
@NullMarked
package io.github.cdctester.junit;

import org.jspecify.annotations.NullMarked;
