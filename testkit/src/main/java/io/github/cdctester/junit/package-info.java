// SPDX-License-Identifier: Apache-2.0
/**
 * Change streams in JUnit tests, 5.13 and newer or 6: {@link io.github.cdctester.junit.CdcTest} hands a test a plan whose server is
 * there, and closes all of it. JUnit comes from the user, whose engine decides the version.
 */
@NullMarked
package io.github.cdctester.junit;

import org.jspecify.annotations.NullMarked;
