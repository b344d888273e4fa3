// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LineTimesTest {

    private static ChangeTimes times(Format format, String line, long recordMicros) {
        LineReader reader = Objects.requireNonNull(format.reader(Shape.DEFAULT.withFormat(format)));
        LineReader.Reading reading = reader.read(ConsumerMessage.of("", "t", line.replace('\'', '"'), recordMicros));
        assertThat(reading.problem()).isNull();
        return reading.changes().get(0).times();
    }

    @Test
    void readsMicrosOfDebezium() {
        String line = "{'op':'c','after':{'id':1,'cdc_seq':5},'ts_ms':1795899116123,'ts_us':1795899116123456,"
                + "'source':{'db':'d','table':'t','ts_ms':1795899115000,'ts_us':1795899115000000}}";
        assertThat(times(Format.DEBEZIUM, line, 7_000))
                .isEqualTo(new ChangeTimes(1795899115000000L, 1795899116123456L, 7_000));
    }

    @Test
    void readsMillisOfOlderDebezium() {
        String line = "{'op':'c','after':{'id':1,'cdc_seq':5},'ts_ms':1795899116123,"
                + "'source':{'db':'d','table':'t','ts_ms':1795899115000}}";
        assertThat(times(Format.DEBEZIUM, line, 0)).isEqualTo(new ChangeTimes(1795899115000000L, 1795899116123000L, 0));
    }

    @Test
    void readsSecondsOfMaxwell() {
        String line = "{'database':'d','table':'t','type':'insert','ts':1795899115,'xid':3,'commit':true,"
                + "'data':{'id':1,'cdc_seq':5}}";
        assertThat(times(Format.MAXWELL, line, 0)).isEqualTo(new ChangeTimes(1795899115000000L, 0, 0));
    }

    @Test
    void readsBothTimesOfCanal() {
        String line = "{'database':'d','table':'t','type':'INSERT','es':1795899115000,'ts':1795899115321,"
                + "'pkNames':['id'],'data':[{'id':'1','cdc_seq':'5'}]}";
        assertThat(times(Format.CANAL, line, 0)).isEqualTo(new ChangeTimes(1795899115000000L, 1795899115321000L, 0));
    }

    @Test
    void readsAddedFieldsOfFlatRows() {
        String line = "{'id':1,'cdc_seq':5,'__op':'c','__source_ts_ms':1795899115000,'__ts_ms':1795899116000}";
        assertThat(times(Format.FLAT, line, 0)).isEqualTo(new ChangeTimes(1795899115000000L, 1795899116000000L, 0));
    }

    @Test
    void readsRecordTimeOfKcat() {
        String line = "{'topic':'t','partition':0,'offset':1,'tstype':'create','ts':1795899117000,"
                + "'payload':{'id':1,'cdc_seq':5,'__op':'c'}}";
        assertThat(times(Format.FLAT, line, 0)).isEqualTo(new ChangeTimes(0, 0, 1795899117000000L));
    }

    /** The end messages have their own topic, and may arrive before the rows. */
    @Test
    void reportsTimesOfRowThatCompletesTransaction() {
        List<Long> sourceMicros = new ArrayList<>();
        ConsumerProbe probe = ConsumerProbe.named("mine");
        JudgedProbe.of(probe).listen(new JudgedProbe.Listener() {
            @Override
            public void recordTransaction(String gtid, ChangeTimes times) {
                sourceMicros.add(times.sourceMicros());
            }
        });
        ConsumerLines lines = ConsumerLines.to(probe, Shape.DEFAULT);
        for (int number = 1; number <= 2; number++) {
            lines.line("{\"status\":\"END\",\"id\":\"0-1-" + number + "\",\"event_count\":1}");
            lines.line("{\"op\":\"c\",\"after\":{\"id\":1},\"source\":{\"table\":\"t\",\"gtid\":\"0-1-" + number
                    + "\",\"ts_us\":" + number + "}}");
        }
        assertThat(sourceMicros).containsExactly(1L, 2L);
    }

    @Test
    void returnsNoTimesForRowsWithoutTimestamps() {
        assertThat(times(Format.FLAT, "{'id':1,'cdc_seq':5,'__op':'c'}", 0)).isSameAs(ChangeTimes.NONE);
    }
}
