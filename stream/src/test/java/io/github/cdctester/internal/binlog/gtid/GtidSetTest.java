// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected texts are the output of {@code GTID_SUBTRACT(set, '')} in MySQL 9.7.4-2. */
public class GtidSetTest {

    private static final String UUID = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee";
    private static final long HIGH = 0xaaaaaaaabbbbccccL;
    private static final long LOW = 0xddddeeeeeeeeeeeeL;
    private static final int MAX_START = 200;

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "':1-5:7', ':1-5:7'",
        "':1-5:tag1:1-3:tag2:9', ':1-5:tag1:1-3:tag2:9'",
        "':tag2:9:1-5', ':tag2:1-5:9'",
        "':b:1:a:2:1-3:b:4', ':a:1-3:b:1:4'",
        "':01-02', ':1-2'",
        "':_a1:1', ':_a1:1'",
        "':TAG:1', ':tag:1'",
        "' : 1 - 5 : tag : 3 ', ':1-5:tag:3'",
        "':3:1:2:5', ':1-3:5'",
        "':1-9223372036854775806', ':1-9223372036854775806'",
        "':abcdefghabcdefghabcdefghabcdefgh:1', ':abcdefghabcdefghabcdefghabcdefgh:1'"
    })
    void printsServerFormat(String text, String printed) {
        assertThat(GtidSet.parse(text.isEmpty() ? "" : UUID + text)).hasToString(text.isEmpty() ? "" : UUID + printed);
    }

    @Test
    void ordersSourcesByTheirBytes() {
        String low = "00000000-0000-0000-0000-0000000000ff";
        String high = "ffffffff-0000-0000-0000-000000000001";
        assertThat(GtidSet.parse(
                        ",," + high + ":1,\r\n " + UUID + ":z:1," + UUID.toUpperCase() + ":1, " + low + ":7-9:3,\n"))
                .hasToString(low + ":3:7-9,\n" + UUID + ":1:z:1,\n" + high + ":1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                ":0",
                ":5-3",
                ":1-9223372036854775807",
                ":9223372036854775807",
                ":1-18446744073709551616",
                ":99999999999999999999",
                ":tag",
                ":tag:",
                ":1:tag",
                ":1a:1",
                ":1::2",
                ":1-2-3",
                ":-1",
                ":1-",
                ":a-b:1",
                ":1 2",
                ":*",
                ":abcdefghabcdefghabcdefghabcdefghi:1",
                "0:1",
                "-0:1",
                ":ä:1",
                ":1;2"
            })
    void rejectsInvalidSet(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GtidSet.parse(UUID + text))
                .withMessageStartingWith("not a GTID set: '");
    }

    @Test
    void rejectsInvalidUuid() {
        for (String text : new String[] {"x", ":1", "0-1-5", UUID.replace("-", "") + ":1", "binlog.000001:4"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GtidSet.parse(text))
                    .withMessageEndingWith("must be a UUID");
        }
    }

    @Test
    void addsMissingNumbers() {
        GtidSet set = new GtidSet();
        assertThat(set.isEmpty()).isTrue();
        set.add(HIGH, LOW, "", 1);
        set.add(HIGH, LOW, "", 1);
        set.add(HIGH, LOW, "t", 1);
        set.add(HIGH, LOW, "", 2);
        set.add(HIGH, LOW, "", GtidIntervals.MAX_NUMBER);
        set.add(HIGH, LOW, "", GtidIntervals.MAX_NUMBER);
        assertThat(set).hasToString(UUID + ":1-2:9223372036854775806:t:1");
        assertThat(set.isEmpty()).isFalse();
        for (long number : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
            assertThatIllegalArgumentException().isThrownBy(() -> set.add(HIGH, LOW, "", number));
            assertThat(set.numbersOf(HIGH, LOW, "").contains(number)).isFalse();
        }
    }

    @Test
    void joinsAdjacentIntervals() {
        GtidSet set = GtidSet.parse(UUID + ":1:3:5:7:9");
        set.add(HIGH, LOW, "", 2, 9);
        assertThat(set).hasToString(UUID + ":1-9");
    }

    @Test
    void copyIsIndependent() {
        GtidSet set = GtidSet.parse(UUID + ":1-3");
        GtidSet copy = set.union(new GtidSet());
        set.add(HIGH, LOW, "", 4);
        set.add(HIGH, LOW, "t", 1);
        assertThat(copy).hasToString(UUID + ":1-3").isNotEqualTo(set);
        copy.union(copy).add(HIGH, LOW, "", 4);
        copy.subtract(new GtidSet()).add(HIGH, LOW, "", 4);
        assertThat(copy).hasToString(UUID + ":1-3");
    }

    @Test
    void addedNumbersEqualBitSet() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Model model = new Model();
            for (int i = 0; i < 300; i++) {
                int source = random.nextInt(Model.TAGS.length);
                int start = 1 + random.nextInt(MAX_START);
                if (random.nextInt(10) > 0) {
                    model.set.add(HIGH, LOW, Model.TAGS[source], start);
                    model.bits[source].set(start);
                } else {
                    model.addRange(source, start, start + 1 + random.nextInt(20));
                }
            }
            model.check();
        }
    }

    @Test
    void unionAndDifferenceEqualBitSet() {
        for (long seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Model leftModel = Model.random(random);
            Model rightModel = Model.random(random);
            Model union = new Model();
            Model difference = new Model();
            union.set = leftModel.set.union(rightModel.set);
            difference.set = leftModel.set.subtract(rightModel.set);
            for (int source = 0; source < Model.TAGS.length; source++) {
                union.bits[source].or(leftModel.bits[source]);
                union.bits[source].or(rightModel.bits[source]);
                difference.bits[source].or(leftModel.bits[source]);
                difference.bits[source].andNot(rightModel.bits[source]);
            }
            union.check();
            difference.check();
            assertThat(leftModel.set.isSubsetOf(union.set)).isTrue();
            assertThat(leftModel.set.isSubsetOf(rightModel.set)).isEqualTo(difference.set.isEmpty());
            assertThat(difference.set.union(rightModel.set)).isEqualTo(union.set);
        }
    }

    @Test
    void allocatesNothingForNextNumber() {
        GtidSet set = GtidSet.parse(UUID + ":1-10:20:t:1");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        addAlternately(set, 21, 50_000);
        long bytesBefore = threads.getThreadAllocatedBytes(thread);
        addAlternately(set, 50_000, 1_000_000);
        assertThat(threads.getThreadAllocatedBytes(thread) - bytesBefore).isLessThan(100_000);
        assertThat(set).hasToString(UUID + ":1-10:20-999999:t:1:21-999999");
    }

    private static void addAlternately(GtidSet set, long from, long to) {
        for (long number = from; number < to; number++) {
            set.add(HIGH, LOW, "", number);
            set.add(HIGH, LOW, "t", number);
        }
    }

    private static final class Model {

        static final String[] TAGS = {"", "a", "b"};

        final BitSet[] bits = {new BitSet(), new BitSet(), new BitSet()};
        GtidSet set = new GtidSet();

        static Model random(SplittableRandom random) {
            Model model = new Model();
            for (int i = random.nextInt(30); i > 0; i--) {
                int start = 1 + random.nextInt(MAX_START);
                model.addRange(random.nextInt(TAGS.length), start, start + 1 + random.nextInt(20));
            }
            return model;
        }

        void addRange(int source, int start, int end) {
            set.add(HIGH, LOW, TAGS[source], start, end);
            bits[source].set(start, end);
        }

        void check() {
            StringBuilder text = new StringBuilder();
            for (int source = 0; source < TAGS.length; source++) {
                text.append(bits[source].isEmpty() || source == 0 ? "" : ":" + TAGS[source]);
                for (int start = bits[source].nextSetBit(0); start >= 0; ) {
                    int end = bits[source].nextClearBit(start);
                    text.append(':').append(start).append(end - start == 1 ? "" : "-" + (end - 1));
                    start = bits[source].nextSetBit(end);
                }
                GtidIntervals numbers = set.numbersOf(HIGH, LOW, TAGS[source]);
                for (int number = 0; number < MAX_START + 30; number++) {
                    assertThat(numbers.contains(number)).isEqualTo(bits[source].get(number));
                }
            }
            assertThat(set).hasToString(text.isEmpty() ? "" : UUID + text);
            assertThat(GtidSet.parse(set.toString())).isEqualTo(set).hasSameHashCodeAs(set);
        }
    }
}
