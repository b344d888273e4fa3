// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class KafkaTopicsTest {

    private final KafkaTopics topics = new KafkaTopics("kafka:9092", List.of("orders"), Map.of());

    @Test
    void distinguishesRefusalFromSilentBroker() {
        assertThat(topics.openFailure(new TopicAuthorizationException(Set.of("orders"))))
                .hasMessage("Kafka: kafka:9092: Not authorized to access topics: [orders]");
        assertThat(topics.openFailure(new TimeoutException("Timed out")))
                .hasMessage("Kafka: no broker at kafka:9092 answered within 10 s: Timed out");
    }
}
