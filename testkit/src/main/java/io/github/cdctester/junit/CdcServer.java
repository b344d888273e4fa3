// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the field, static or not, with the server of a class's tests, in place of an embedded one. It is read when a test first
 * requests the server, so {@code
 *
 * @BeforeAll} or {@code @BeforeEach} may still set it. Possible values:
 *
 * <ul>
 *   <li>an {@link io.github.cdctester.config.Endpoint}, or a {@link java.util.function.Supplier} of one;
 *   <li>an {@link io.github.cdctester.server.EmbeddedMariaDb}, which the test must close;
 *   <li>anything with the public methods {@code getJdbcUrl()}, {@code getUsername()} and {@code getPassword()}, such as a container
 *       of Testcontainers. If it also has {@code isRunning()}, {@code start()} and {@code stop()}, and is not running, it is
 *       started, and stopped after the class (for an instance field after the test, unless all tests share the instance).
 * </ul>
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface CdcServer {

    /**
     * The account, if it differs from the field's; with the same password. The user created by MySQL's container may not follow the
     * log, but its {@code root} may.
     *
     * @return the account's name; empty for the field's account
     */
    String user() default "";
}
