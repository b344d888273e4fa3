// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.rows.RowKind;
import java.util.Map;
import java.util.Optional;

/** What has arrived of one stream. What is taken is not told again. */
public interface StreamMeter {

    /**
     * Reads how far the stream has come; for any thread, and cheap enough to be asked for every millisecond.
     *
     * @return the stream after the last socket read that is known
     */
    StreamProgress progress();

    /**
     * Reads everything as of one moment; for any thread.
     *
     * @return the stream after the last socket read that is known
     */
    StreamSnapshot snapshot();

    /**
     * Tells rows by table and kind since the measured part began; only after the reader has ended.
     *
     * @return tables by {@code database.table}; empty where rows are not counted
     */
    Map<String, Map<RowKind, Long>> windowRows();

    /** Tells compressed transactions since the measured part began; only after the reader has ended. */
    PayloadCounts windowPayloads();

    /** Takes the delays before the measured part; for the sampler's thread. */
    DelayParts takeWarmUpDelays();

    /** Takes the delays in the measured part; for the sampler's thread. */
    DelayParts takeWindowDelays();

    /**
     * Takes the delays by source; for the sampler's thread.
     *
     * @return those that came since the last call; empty unless several sources were asked for
     */
    Map<DelaySource, Distribution> takeSideBySide();

    /**
     * Takes what large transactions did; for the sampler's thread.
     *
     * @return what came since the last call; nothing unless they were asked for
     */
    Optional<Passages> takePassages();

    /** Decides about those whose large transaction did not come; only after the reader has ended. */
    void endPassages();
}
