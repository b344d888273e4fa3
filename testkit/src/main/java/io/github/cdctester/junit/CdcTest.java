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
 * Registers {@link CdcTesterExtension}. On a method, also marks the method as a test, like {@code @Test}; an additional {@code @Test}
 * is harmless. On a class, applies to each test in the class and its nested classes.
 *
 * <p>For methods with another test annotation, such as {@code @ParameterizedTest}, put this annotation on the class. On the method, it
 * would add a second test.
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Test
@ExtendWith(CdcTesterExtension.class)
public @interface CdcTest {}
