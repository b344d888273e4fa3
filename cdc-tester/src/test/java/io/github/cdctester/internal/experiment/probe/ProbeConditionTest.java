// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.ProbeCondition.Goal;
import io.github.cdctester.internal.experiment.probe.ProbeCondition.Relation;
import io.github.cdctester.internal.limit.LimitValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ProbeConditionTest {

    private final Map<String, Double> values = new HashMap<>();
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void comparesValueWithBound() {
        ProbeCondition pool = condition(Relation.BELOW, "600MB", "bytes", Duration.ZERO);
        assertThat(pool.isMet()).isFalse();
        assertThat(pool.state()).isEqualTo("p is not known, wanted below 600 MB");
        values.put("p", 600e6);
        assertThat(pool.isMet()).isFalse();
        assertThat(pool.state()).isEqualTo("p is 600 MB, wanted below 600 MB");
        values.put("p", 600_000_300.0);
        assertThat(pool.isMet()).isFalse();
        assertThat(pool.state()).isEqualTo("p is 600000300 B, wanted below 600 MB");
        values.put("p", 512.0 * 1024 * 1024);
        assertThat(pool.isMet()).isTrue();
        assertThat(pool.state()).isEqualTo("p is 536.871 MB, wanted below 600 MB");
    }

    @Test
    void mustHoldForItsDuration() {
        ProbeCondition cpu = condition(Relation.ABOVE, "99 %", "percent", Duration.ofSeconds(5));
        values.put("p", 99.5);
        assertThat(cpu.isMet()).isFalse();
        advance(4_999);
        assertThat(cpu.isMet()).isFalse();
        values.remove("p");
        assertThat(cpu.isMet()).as("a gap").isFalse();
        values.put("p", 100.0);
        advance(2);
        assertThat(cpu.isMet()).as("the duration starts again").isFalse();
        advance(5_000);
        assertThat(cpu.isMet()).isTrue();
        assertThat(cpu.state()).isEqualTo("p is 100 %, wanted above 99 % for 5.0 s");
    }

    @Test
    void comparesPlainNumbersAndCustomUnits() {
        values.put("p", 3.0);
        ProbeCondition nodes = condition(Relation.EQUALS, "3", "none", Duration.ZERO);
        assertThat(nodes.isMet()).isTrue();
        assertThat(nodes.state()).isEqualTo("p is 3, wanted equal to 3");
        ProbeCondition pcu = condition(Relation.ABOVE, "2.5 PCU", "PCU", Duration.ZERO);
        assertThat(pcu.isMet()).isTrue();
        assertThat(pcu.state()).isEqualTo("p is 3 PCU, wanted above 2.5 PCU");
    }

    @Test
    void rejectsIncompatibleUnits() {
        assertThatThrownBy(() -> LimitValue.parse("below", "600 ms", "bytes"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("below: '600 ms'")
                .hasMessageContaining("does not fit a number of bytes");
        assertThatThrownBy(() -> LimitValue.parse("below", "much", "bytes"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("a number with a unit");
        assertThatThrownBy(() -> LimitValue.parse("below", "5", "s"))
                .hasMessageEndingWith("a duration needs its unit, such as 5ms or 5s");
        assertThat(LimitValue.parse("below", "0", "s").value()).isZero();
        assertThat(LimitValue.parse("below", "1.5 s", "ms").value()).isEqualTo(1500);
    }

    @Test
    void valueMustStayUnchanged() {
        ProbeCondition nodes = unchangedCondition(Relation.ABOVE, "1", "none", "0");
        values.put("p", 1.0);
        assertThat(nodes.isMet()).isFalse();
        advance(10_000);
        assertThat(nodes.isMet()).as("one node is not above 1").isFalse();
        values.put("p", 2.0);
        assertThat(nodes.isMet()).isFalse();
        advance(4_000);
        values.put("p", 3.0);
        assertThat(nodes.isMet()).isFalse();
        advance(4_999);
        assertThat(nodes.isMet()).as("since the change").isFalse();
        advance(1);
        assertThat(nodes.isMet()).isTrue();
        assertThat(nodes.state()).isEqualTo("p is 3, wanted above 1 and unchanged for 5.0 s");
    }

    @Test
    void valueMustStayWithinRange() {
        ProbeCondition cpu = unchangedCondition(Relation.ANY, "0", "percent", "5 %");
        values.put("p", 50.0);
        assertThat(cpu.isMet()).isFalse();
        advance(3_000);
        values.put("p", 54.0);
        assertThat(cpu.isMet()).isFalse();
        advance(1_000);
        values.put("p", 48.5);
        assertThat(cpu.isMet()).as("5.5 % between the extremes").isFalse();
        advance(4_000);
        values.put("p", 53.0);
        assertThat(cpu.isMet()).isFalse();
        advance(1_000);
        assertThat(cpu.isMet()).isTrue();
        values.remove("p");
        assertThat(cpu.isMet()).as("a gap").isFalse();
        assertThat(cpu.state()).isEqualTo("p is not known, wanted unchanged within 5 % for 5.0 s");
    }

    private ProbeCondition unchangedCondition(Relation relation, String bound, String unit, String within) {
        Goal goal = new Goal(
                "p",
                relation,
                LimitValue.parse("bound", bound, unit),
                Duration.ofSeconds(5),
                Optional.of(LimitValue.parse("within", within, unit)));
        return new ProbeCondition(goal, () -> values, nanos::get);
    }

    private ProbeCondition condition(Relation relation, String bound, String unit, Duration minDuration) {
        return new ProbeCondition(
                new Goal("p", relation, LimitValue.parse("bound", bound, unit), minDuration, Optional.empty()),
                () -> values,
                nanos::get);
    }

    private void advance(long millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    }
}
