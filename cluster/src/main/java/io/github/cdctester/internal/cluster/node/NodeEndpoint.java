// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import java.util.Map;

/** An endpoint of a plan as result.json shows it, with what that does not show. */
final class NodeEndpoint {

    private NodeEndpoint() {}

    static Endpoint of(Endpoint shown, String password, Map<String, String> driverProperties) {
        return new Endpoint(
                shown.host(),
                shown.port(),
                shown.database(),
                shown.user(),
                Password.of(password),
                shown.sslMode(),
                shown.sslCa(),
                shown.serverPublicKey(),
                shown.jdbcDriver(),
                driverProperties);
    }
}
