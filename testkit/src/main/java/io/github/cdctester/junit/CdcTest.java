// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * On a method: a test, as {@code @Test} is, that {@link CdcTesterExtension} serves. On a class: each test in it is served, whichever
 * annotation makes it one ({@code @Test}, {@code @RepeatedTest}, {@code @ParameterizedTest}, {@code @TestFactory}), and in nested
 * classes. {@code @Test} beside it does no harm. A method that another annotation makes a test, such as {@code @ParameterizedTest},
 * wants this one on its class: on the method it would be a second test.
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Test
@ExtendWith(CdcTesterExtension.class)
public @interface CdcTest {}
