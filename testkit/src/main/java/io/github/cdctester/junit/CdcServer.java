// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the static or instance field that contains the server for the tests of a class. Methods with {@code @BeforeAll} or
 * {@code @BeforeEach} can set it. Possible values:
 *
 * <ul>
 * <li>an {@link io.github.cdctester.config.Endpoint}, or a {@link java.util.function.Supplier} of an endpoint;
 * <li>an {@link io.github.cdctester.server.EmbeddedMariaDb}, which the test must close;
 * <li>an object with the public methods {@code getJdbcUrl()}, {@code getUsername()} and {@code getPassword()}, such as a container of
 *     Testcontainers. If it also has {@code isRunning()}, {@code start()} and {@code stop()}, and is not running, the extension starts it,
 *     and later stops it: after the outermost class if the field is static or all tests share the test instance, otherwise after each test.
 * </ul>
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface CdcServer {

    /**
     * Sets another account with the same password. The user that MySQL's container creates may not read the log, but its
     * {@code root} may.
     *
     * @return the account's name; empty to use the account in the field
     */
    String user() default "";
}
