// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.result.summary.LoadClient;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

    static List<Message> messages() {
        return MessageSamples.oneOfEachType();
    }

    @Test
    void hasSampleOfEachType() {
        assertThat(messages().stream().<Class<?>>map(Message::getClass).distinct())
                .as("a new message needs a sample in MessageSamples")
                .hasSameElementsAs(recordsOf(Message.class).toList());
    }

    private static Stream<Class<?>> recordsOf(Class<?> type) {
        return type.isRecord()
                ? Stream.of(type)
                : Arrays.stream(type.getPermittedSubclasses()).flatMap(MessageTest::recordsOf);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void decodesEncodedMessage(Message message) {
        Message decodedMessage = Message.decode(message.encode());
        assertThat(message)
                .usingRecursiveComparison()
                .withEqualsForType(MessageSamples::haveSameValues, Distribution.class)
                .isEqualTo(decodedMessage);
        assertThat(decodedMessage).hasSameClassAs(message);
    }

    @Test
    void encodesTypeNameWithoutPackage() {
        assertThat(new String(new Message.Ping(3).encode(), UTF_8)).isEqualTo("{\"is\":\"Ping\",\"sentNanos\":3}");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"order\":7', '\"order\":-7'",
        "'\"1213\":4', '\"1213\":-4'",
        "'\"order\":7', '\"order\":9223372036854775807'"
    })
    void rejectsImpossibleCounts(String validField, String invalidField) {
        String json = new String(new Message.WriteProgress(1, MessageSamples.writeUpdate()).encode(), UTF_8);
        assertThat(json).contains(validField);

        assertThatThrownBy(() ->
                        Message.decode(json.replace(validField, invalidField).getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void distinguishesNullFromText() {
        assertThat(Message.decode(new Message.PoolCreated(1, null, true, LoadClient.ofNative("main"), "").encode()))
                .isEqualTo(new Message.PoolCreated(1, null, true, LoadClient.ofNative("main"), ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "17",
                "[]",
                "{}",
                "{\"sentNanos\":3}",
                "{\"is\":\"Fire\",\"pool\":3}",
                "{\"is\":\"java.lang.Runtime\"}",
                "{\"is\":\"io.github.cdctester.internal.cluster.message.Message$Ping\",\"sentNanos\":3}",
                "{\"is\":\"Ping\",\"sentNanos\":\"three\"}",
                "{\"is\":\"Ping\",\"sentNanos\":3} {}",
                "no JSON"
            })
    void rejectsInvalidInput(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Message.decode(text.getBytes(UTF_8)))
                .withMessageStartingWith("no message of this version: ");
    }

    @ParameterizedTest
    @MethodSource("messages")
    void rejectsTruncatedMessage(Message message) {
        byte[] bytes = message.encode();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Message.decode(Arrays.copyOf(bytes, bytes.length / 2)))
                .withMessageStartingWith("no message of this version: ");
        assertThatIllegalArgumentException().isThrownBy(() -> Message.decode(Arrays.copyOf(bytes, bytes.length - 1)));
    }

    @Test
    void toStringHidesPassword() {
        Endpoint endpoint =
                Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "geheim").withDriverProperty("password", "geheim");
        SharedPlan plan = new SharedPlan("{}", endpoint);
        assertThat(new Message.CreatePool(
                                1, plan, "load", MessageSamples.PART, false, false, false, null, null, List.of())
                        .toString())
                .contains("load")
                .doesNotContain("geheim");
    }
}
