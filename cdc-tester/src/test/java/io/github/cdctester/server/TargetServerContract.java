// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

/** What every server promises. */
interface TargetServerContract {

    /** Makes a server that the test closes. */
    TargetServer server();

    @Test
    default void describesItselfByItsAddressWithoutThePassword() {
        try (TargetServer server = server()) {
            assertThat(server.describe())
                    .contains(server.endpoint().address())
                    .doesNotContain(server.endpoint().password().reveal());
        }
    }

    @Test
    default void keepsItsEndpointAndCanBeClosedTwice() {
        TargetServer server = server();
        var endpoint = server.endpoint();
        server.close();

        assertThatCode(server::close).doesNotThrowAnyException();
        assertThat(server.endpoint()).isEqualTo(endpoint);
    }
}
