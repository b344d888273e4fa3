// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PasswordTest {

    @Test
    void onlyRevealReturnsPassword() {
        Password password = Password.of("s3cret");
        assertThat(password.reveal()).isEqualTo("s3cret");
        assertThat(password).hasToString("****");
        assertThat("" + password + String.format("%s", password)).doesNotContain("s3cret");
    }

    @Test
    void hidesLengthAndHash() {
        assertThat(Password.of("a"))
                .hasToString(Password.of("a much longer one").toString());
        assertThat(Password.of("a")).hasSameHashCodeAs(Password.of("b"));
    }

    @Test
    void printsNoneIfEmpty() {
        assertThat(Password.of("")).isSameAs(Password.NONE).hasToString("(none)");
    }

    @Test
    void equalsSamePassword() {
        assertThat(Password.of("a")).isEqualTo(Password.of("a")).isNotEqualTo(Password.of("b"));
        assertThat(Password.of("a")).isNotEqualTo("a");
    }
}
