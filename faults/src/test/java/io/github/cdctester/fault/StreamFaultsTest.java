// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests of the proxy with a server test the effects of the faults. */
final class StreamFaultsTest {

    private static final Predicate<StreamTransaction> ANY = StreamTransaction.changing("t");
    private static final Predicate<StreamEvent> ANY_EVENT = StreamEvent::isRows;
    private static final Runnable NO_ACTION = () -> {};

    static List<LongFunction<StreamFault>> faultsByNumber() {
        return List.of(
                number -> StreamFaults.drop(ANY, number),
                number -> StreamFaults.repeat(ANY, number),
                number -> StreamFaults.repeatLater(ANY, number, 1),
                number -> StreamFaults.swap(ANY, number),
                number -> StreamFaults.postpone(ANY, number, 1),
                number -> StreamFaults.dropFirstRowsEvent(ANY, number),
                number -> StreamFaults.replaceFirstRowsEvent(ANY, number),
                number -> StreamFaults.dropLastRowsOf(ANY, number, "t"),
                number -> StreamFaults.before(ANY, Set.of(1L, number), NO_ACTION),
                number -> StreamFaults.breakAt(ANY, number, NO_ACTION),
                number -> StreamFaults.dropEvent(ANY_EVENT, number),
                number -> StreamFaults.repeatEvent(ANY_EVENT, number),
                number -> StreamFaults.corrupt(ANY_EVENT, number));
    }

    @ParameterizedTest
    @MethodSource("faultsByNumber")
    void rejectsNumbersBelowOne(LongFunction<StreamFault> fault) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fault.apply(0))
                .withMessage("number 0: give a whole number from 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fault.apply(-1))
                .withMessage("number -1: give a whole number from 1");
    }

    /** With a distance of 0, the transaction would be lost. */
    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void rejectsDistancesBelowOne(int distance) {
        for (ThrowingCallable fault : List.<ThrowingCallable>of(
                () -> StreamFaults.repeatLater(ANY, 1, distance), () -> StreamFaults.postpone(ANY, 1, distance))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(fault)
                    .withMessage("distance " + distance + ": give a whole number from 1");
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void rejectsProbabilitiesOutsideRange(double probability) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StreamFaults.random(1, ANY, probability))
                .withMessage("probability " + probability + ": give a number from 0 to 1");
    }

    static List<ThrowingCallable> faultsWithoutCondition() {
        return List.of(
                () -> StreamFaults.drop(null, 1),
                () -> StreamFaults.swap(null, 1),
                () -> StreamFaults.before(null, Set.of(1L), NO_ACTION),
                () -> StreamFaults.dropEvent(null, 1),
                () -> StreamFaults.random(1, null, 0.5));
    }

    @ParameterizedTest
    @MethodSource("faultsWithoutCondition")
    void requiresCondition(ThrowingCallable fault) {
        assertThatNullPointerException().isThrownBy(fault).withMessage("condition");
    }
}
