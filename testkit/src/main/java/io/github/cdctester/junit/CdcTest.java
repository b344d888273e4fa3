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
 * On a method: a test like {@code @Test}, served by {@link CdcTesterExtension}. On a class: each test in it is served, with any
 * test annotation ({@code @Test}, {@code @RepeatedTest}, {@code @ParameterizedTest}, {@code @TestFactory}), and in nested classes.
 * An additional {@code @Test} is harmless. For methods with another test annotation, such as {@code
 *
 * @ParameterizedTest}, put this one on the class: on the method it would be a second test.
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Test
@ExtendWith(CdcTesterExtension.class)
public @interface CdcTest {}
