// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.Endpoint;
import java.util.Map;

/**
 * Says to a program of an experiment where the server is, by its environment: {@code CDC_TESTER_HOST}, {@code CDC_TESTER_PORT}, {@code
 * CDC_TESTER_USER}, {@code CDC_TESTER_DATABASE}, and the password as {@code MYSQL_PWD}, which the servers' own clients read.
 */
final class ServerAddress {

    private ServerAddress() {}

    static Map<String, String> of(Endpoint endpoint) {
        return Map.of(
                "CDC_TESTER_HOST",
                endpoint.host(),
                "CDC_TESTER_PORT",
                String.valueOf(endpoint.port()),
                "CDC_TESTER_USER",
                endpoint.user(),
                "CDC_TESTER_DATABASE",
                endpoint.database(),
                "MYSQL_PWD",
                endpoint.password().reveal());
    }
}
