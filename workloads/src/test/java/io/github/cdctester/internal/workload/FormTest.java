// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.cdctester.config.Rate;
import io.github.cdctester.config.StatementSending.PsMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {

    @ParameterizedTest
    @CsvSource({"500, 500", "0.5GB, 500000000", "2 MiB, 2097152", "3kB, 3000", "1TiB, 1099511627776"})
    void readsSizes(String text, long bytes) {
        assertThat(Form.SIZE.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5XB", "5i", "-1", "1e3"})
    void rejectsInvalidSizes(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Form.SIZE.parse(text))
                .withMessageStartingWith("'" + text + "' is not a size: ");
    }

    @Test
    void readsSwitchesNumbersAndKeywords() {
        assertThat(Form.SWITCH.parse("Yes")).isTrue();
        assertThat(Form.SWITCH.parse("off")).isFalse();
        assertThat(Form.NUMBER.parse("-3")).isEqualTo(-3);
        assertThat(Form.LARGE_NUMBER.parse("5000000000")).isEqualTo(5_000_000_000L);
        assertThat(Form.DECIMAL.parse("0.2")).isEqualTo(0.2);
        assertThat(Form.DURATION.parse("1.5m")).isEqualTo(Duration.ofSeconds(90));
        assertThat(Form.choice(PsMode.class).parse("disable")).isEqualTo(PsMode.DISABLE);
    }

    @Test
    void messagesQuoteTheText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Form.NUMBER.parse("many"))
                .withMessage("'many' is not a whole number");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Form.DECIMAL.parse("two"))
                .withMessage("'two' is not a number");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Form.SWITCH.parse("maybe"))
                .withMessage("'maybe' is neither on nor off");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Form.choice(PsMode.class).parse("none"))
                .withMessage("'none' is none of auto, disable");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Form.split("1,,2"))
                .withMessageStartingWith("'1,,2' has an empty place");
    }

    @Test
    void readsRates() {
        assertThat(RateText.parse("0")).isEmpty();
        assertThat(RateText.parse("2.5")).contains(Rate.perSecond(2.5));
        assertThat(RateText.parse("0..90 over 60s")).contains(Rate.ramp(0, 90, Duration.ofSeconds(60)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RateText.parse("-1"))
                .withMessage("'-1' is below 0");
    }
}
