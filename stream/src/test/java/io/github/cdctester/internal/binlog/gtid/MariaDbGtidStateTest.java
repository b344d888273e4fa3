// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class MariaDbGtidStateTest {

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "' ', ''",
        "0-1-10, 0-1-10",
        "' 3-1-2 ,\n 0-11-1 ', '0-11-1,3-1-2'",
        "'4294967295-4294967295-18446744073709551615', '4294967295-4294967295-18446744073709551615'"
    })
    void printsSortedList(String text, String printed) {
        assertThat(MariaDbGtidState.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "0-1",
                "0-1-",
                "0-1-2-3",
                "0-1-2,",
                ",0-1-2",
                "0-1-2,0-1-3",
                "0-1-2 1-1-2",
                "-1-1-1",
                "a-1-1",
                "4294967296-1-1",
                "0-4294967296-1",
                "0-1-18446744073709551616",
                "0-1-99999999999999999999",
                "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee:1",
                "0-1-1'"
            })
    void rejectsInvalidList(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MariaDbGtidState.parse(text))
                .withMessageStartingWith("not a list of MariaDB GTIDs: ");
    }

    @Test
    void keepsLastTransactionOfDomain() {
        SplittableRandom random = new SplittableRandom(3);
        MariaDbGtidState state = new MariaDbGtidState();
        Map<Long, String> model = new TreeMap<>();
        for (int i = 0; i < 2_000; i++) {
            long domain = random.nextLong(40) * 100_000_000;
            long server = random.nextLong(1, 0x1_0000_0000L);
            long sequence = random.nextLong();
            state.add(domain, server, "", sequence);
            model.put(domain, domain + "-" + server + "-" + Long.toUnsignedString(sequence));
            if (i % 50 == 0) {
                assertThat(state).hasToString(model.values().stream().collect(Collectors.joining(",")));
                assertThat(MariaDbGtidState.parse(state.toString()))
                        .isEqualTo(state)
                        .hasSameHashCodeAs(state);
            }
        }
    }

    @Test
    void copyIsIndependent() {
        MariaDbGtidState state = MariaDbGtidState.parse("0-1-1");
        MariaDbGtidState copy = state.followedBy(new MariaDbGtidState());
        state.add(0, 2, "", 2);
        state.add(1, 1, "", 1);
        assertThat(copy).hasToString("0-1-1").isNotEqualTo(state);
        assertThat(state).hasToString("0-2-2,1-1-1");
    }
}
