// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettingTest {

    @Test
    void standsInAMessageByItsNameInTheLibrary() {
        assertThat(new RunFailedException(Setting.SSL_CA + " ca.pem does not exist"))
                .hasMessage("‹sslCa› ca.pem does not exist");
        assertThat("run " + Setting.CLEANUP.of("tpcc") + " first").isEqualTo("run ‹cleanup of tpcc› first");
    }

    @Test
    void isFoundInAMessageThatHasGoneOnInAnother() {
        RunFailedException cause = new RunFailedException("run " + Setting.CLEANUP.of("tpcc") + " first");
        NotRemovedException failure = new NotRemovedException(cause);
        assertThat(Setting.inWordsOf(
                        String.valueOf(failure.getMessage()), (setting, of) -> setting.name() + "$1(" + of + ")"))
                .isEqualTo("not everything was removed: run CLEANUP$1(tpcc) first");
    }

    @Test
    void leavesAloneWhatIsNoReference() {
        String text = "the server says ‹no such setting›, ‹nothing› and ‹›";
        assertThat(Setting.inWordsOf(text, (setting, of) -> "?")).isEqualTo(text);
    }
}
