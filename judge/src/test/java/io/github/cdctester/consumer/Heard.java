// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.ConsumerProbe.Unreadable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records a probe's reports. */
class Heard implements ConsumerProbe.Listener {

    final List<String> reports = new ArrayList<>();
    final List<Unreadable> unreadable = new ArrayList<>();
    long lines;
    long bytes;
    long events;
    boolean ended;
    String failure = "";

    static Heard at(ConsumerProbe probe) {
        Heard heard = new Heard();
        probe.listen(heard);
        return heard;
    }

    @Override
    public void seen(String gtid) {
        reports.add(gtid);
    }

    @Override
    public void lines(long count, long unreadableCount, @Nullable Unreadable first) {
        lines += count;
        if (first != null) {
            unreadable.add(first);
        }
    }

    @Override
    public void seen(String file, long position) {
        reports.add(file + ":" + position);
    }

    @Override
    public void seen(String table, String key, long sequence) {
        reports.add(table + " " + key + " " + sequence);
    }

    @Override
    public void bytes(long count) {
        bytes += count;
    }

    @Override
    public void events(long count) {
        events += count;
    }

    @Override
    public void failed(Throwable why) {
        failure = String.valueOf(why.getMessage());
    }

    @Override
    public void ended() {
        ended = true;
    }
}
