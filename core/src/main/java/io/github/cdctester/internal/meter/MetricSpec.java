// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.Tags;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Attributes of a {@link Metric}, as its line says them. */
final class MetricSpec {

    final Metric.Subject subject;
    final String column;
    Metric.Kind kind = Metric.Kind.COUNTER;
    boolean perSecond;
    boolean fraction;
    boolean nullable;
    boolean sparse;
    DoubleBinaryOperator merge = Double::sum;
    String meter = "";
    String unit = "";

    @Nullable
    String description;

    double factor = 1;
    Tags tags = Tags.empty();

    @Nullable
    String partTag;

    @Nullable
    String label;

    @Nullable
    MetricChart chart;

    MetricSpec(Metric.Subject subject, String column) {
        this.subject = subject;
        this.column = column;
    }

    /** A column of its rate stands beside it. */
    MetricSpec perSecond() {
        perSecond = true;
        return this;
    }

    /** Fractions are kept. */
    MetricSpec fraction() {
        fraction = true;
        return this;
    }

    /** Written as {@code null} where it is unknown; others are left out. */
    MetricSpec nullable() {
        nullable = true;
        return this;
    }

    MetricSpec merge(DoubleBinaryOperator how) {
        merge = how;
        return this;
    }

    MetricSpec counter(String name, String baseUnit) {
        meter = name;
        unit = baseUnit;
        return this;
    }

    /** There is no meter before the first one was counted. */
    MetricSpec sparse() {
        sparse = true;
        return this;
    }

    MetricSpec tag(String name, String value) {
        tags = Tags.of(name, value);
        return this;
    }

    /** Each part has a meter, which this tag tells apart. */
    MetricSpec by(String tag) {
        partTag = tag;
        return this;
    }

    /** A gauge without a meter. */
    MetricSpec gauge() {
        return gauge("", "", "");
    }

    MetricSpec gauge(String name, String baseUnit, String about) {
        kind = Metric.Kind.GAUGE;
        description = about;
        return counter(name, baseUnit);
    }

    /** The meter shows the value times this. */
    MetricSpec times(double by) {
        factor = by;
        return this;
    }

    MetricSpec timer(String name, String about) {
        kind = Metric.Kind.TIMER;
        description = about;
        return counter(name, "");
    }

    MetricSpec label(String name) {
        label = name;
        return this;
    }

    MetricSpec chart(String id, String title, String legend, String role) {
        chart = new MetricChart(id, title, legend, role);
        return this;
    }
}
