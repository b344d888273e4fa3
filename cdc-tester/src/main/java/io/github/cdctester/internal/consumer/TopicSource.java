// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec.Topics;
import org.jspecify.annotations.Nullable;

/** Topics of a Kafka broker. The library contains no client; a {@link Provider} creates the source. */
public interface TopicSource extends LineSource {

    /** Found by {@link java.util.ServiceLoader}. */
    interface Provider {
        TopicSource of(Topics topics);
    }

    /**
     * @param nodeProbe subscriber nodes read its lines as one consumer group; {@code null} if this process reads them
     * @throws io.github.cdctester.failure.RunFailedException if a broker or a topic is missing
     */
    void open(@Nullable ConsumerProbe nodeProbe);

    /** Returns 0 before {@link #open}. Lines of different partitions have no order. */
    int partitions();
}
