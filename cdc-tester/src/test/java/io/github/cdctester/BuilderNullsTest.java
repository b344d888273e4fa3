// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.workload.provided.Provided;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Setters reject {@code null} at once, so that the failure does not appear after a measurement. */
final class BuilderNullsTest {

    private static final Map<Class<?>, Object> VALUES = Map.of(
            WorkloadSpec.class,
            Sysbench.oltpInsert(),
            LoadSpec.class,
            LoadSpec.closedLoop(1),
            Window.WarmUp.class,
            Window.warmUp(Duration.ZERO),
            Window.Measure.class,
            Window.measure(Duration.ZERO),
            FaultSchedule.class,
            FaultSchedule.NONE,
            FaultProxy[].class,
            new FaultProxy[0],
            Path.class,
            Path.of("no-such-file"),
            String.class,
            "text",
            boolean.class,
            true,
            double.class,
            1.0);

    static Stream<Arguments> setters() {
        PlanBuilder plan = CdcTester.plan();
        return Stream.of(
                        plan,
                        CdcTester.sweep(plan, SweepAxis.threads(1)),
                        CdcTester.findMax(plan),
                        CdcTester.planFile(Path.of("plan.yaml")))
                .flatMap(builder -> Arrays.stream(builder.getClass().getMethods())
                        .filter(method -> method.getReturnType() == builder.getClass())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .flatMap(method -> Arrays.stream(method.getParameters())
                                .filter(BuilderNullsTest::isRequired)
                                .map(parameter -> Arguments.of(builder, method, parameter))));
    }

    private static boolean isRequired(Parameter parameter) {
        return !parameter.getType().isPrimitive()
                && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    @ParameterizedTest
    @MethodSource("setters")
    void namesParameterThatIsNull(Object builder, Method setter, Parameter parameter) {
        Object[] arguments = Arrays.stream(setter.getParameters())
                .map(other -> other.equals(parameter) ? null : VALUES.get(other.getType()))
                .toArray();
        Throwable failure = assertThrows(InvocationTargetException.class, () -> setter.invoke(builder, arguments))
                .getCause();
        assertThat(failure).isInstanceOf(NullPointerException.class).hasMessageContaining(parameter.getName());
    }

    @Test
    void factoriesRejectNull() {
        assertThatNullPointerException().isThrownBy(() -> CdcTester.sweep(null, SweepAxis.threads(1)));
        assertThatNullPointerException().isThrownBy(() -> CdcTester.sweep(CdcTester.plan(), null));
        assertThatNullPointerException().isThrownBy(() -> CdcTester.findMax(null));
        assertThatNullPointerException().isThrownBy(() -> CdcTester.planFile(null));
        assertThatNullPointerException().isThrownBy(() -> new RunScope(null));
        assertThatNullPointerException()
                .isThrownBy(() -> Provided.workload(null))
                .withMessage("name");
        assertThatNullPointerException()
                .isThrownBy(() -> SubscriberSpec.DEFAULT.from(null))
                .withMessage("from");
        assertThatNullPointerException()
                .isThrownBy(() -> SubscriberSpec.DEFAULT.reader(null))
                .withMessage("reader");
    }
}
