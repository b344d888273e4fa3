// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import org.junit.jupiter.api.Test;

class ExternalServerTest implements TargetServerContract {

    private static final Endpoint ENDPOINT = Endpoint.of("jdbc:mysql://db.example:3307/shop", "app", "s3cret");

    @Override
    public TargetServer server() {
        return new ExternalServer(ENDPOINT);
    }

    @Test
    void isTheEndpointThatItWasGiven() {
        assertThat(server().endpoint()).isEqualTo(ENDPOINT);
        assertThat(server()).hasToString(server().toString()).asString().doesNotContain("s3cret");
    }
}
