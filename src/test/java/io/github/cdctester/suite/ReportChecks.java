// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.browser.Browser;
import java.util.List;

final class ReportChecks {

    /** A few points are enough. Background, axes and letters are grey. */
    private static final double MIN_COLOURED_RATIO = 0.0002;

    private ReportChecks() {}

    static String engineScript(int chart) {
        return "echarts.getInstanceByDom(document.querySelector('[data-chart=\"" + chart + "\"] .canvas'))";
    }

    static void awaitChart(Browser browser, int chart) {
        browser.await("chart " + chart + " is drawn", "return " + engineScript(chart) + " !== undefined");
    }

    static void assertDrawn(Browser browser, int chartCount) {
        assertThat(browser.elements("[data-chart]")).hasSize(chartCount);
        for (int chart = 0; chart < chartCount; chart++) {
            browser.eval(
                    "document.querySelector('[data-chart=\"" + chart + "\"]').scrollIntoView({ behavior: 'instant' })");
            awaitChart(browser, chart);
            assertThat(colouredRatio(browser, chart))
                    .as("share of chart " + chart)
                    .isGreaterThan(MIN_COLOURED_RATIO);
        }
        browser.eval("window.scrollTo(0, 0)");
    }

    /** Includes the grey of a data series. */
    private static double colouredRatio(Browser browser, int chart) {
        Number ratio = browser.eval("const engine = " + engineScript(chart) + ";" + """
                engine.getZr().flush();
                const canvas = engine.getDom().querySelector("canvas");
                const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                let coloured = 0;
                for (let i = 0; i < data.length; i += 4) {
                  const [r, g, b, opacity] = data.subarray(i, i + 4);
                  const grey = Math.abs(r - 108) < 6 && Math.abs(g - 118) < 6 && Math.abs(b - 131) < 6;
                  coloured += opacity > 40 && (grey || Math.max(r, g, b) - Math.min(r, g, b) > 40) ? 1 : 0;
                }
                return coloured / (data.length / 4);
                """);
        return ratio.doubleValue();
    }

    /** The page may only request itself. */
    static void assertSilent(Browser browser) {
        assertThat(browser.consoleWarnings()).isEmpty();
        String page = browser.eval("return location.href.split('#')[0]");
        assertThat(page).startsWith("file:");
        assertThat(browser.requests()).allMatch(address -> address.equals("about:blank") || address.equals(page));
    }

    static List<Double> visibleRange(Browser browser, int chart) {
        List<Number> range = browser.eval(
                "return " + engineScript(chart) + ".getModel().getComponent('xAxis', 0).axis.scale.getExtent()");
        return range.stream()
                .map(value -> (double) Math.round(value.doubleValue()))
                .toList();
    }

    static double cursorPosition(Browser browser, int chart) {
        String pointer = "Object.values(" + engineScript(chart)
                + ".getModel().getComponent('axisPointer').coordSysAxesInfo.axesInfo)"
                + ".find(({ axis }) => axis.dim === 'x').axisPointerModel.option";
        browser.await("the cursor of chart " + chart, "return " + pointer + ".status === 'show'");
        Number value = browser.eval("return Number(" + pointer + ".value)");
        return value.doubleValue();
    }

    static void assertFitsPhone(Browser browser) {
        browser.setWidth(390);
        browser.await(
                "the charts fit",
                "return [...document.querySelectorAll('canvas')].every((canvas) => canvas.clientWidth <= 390)");
        assertThat(browser.<Number>eval("return document.documentElement.scrollWidth")
                        .intValue())
                .isLessThanOrEqualTo(390);
        browser.setWidth(1280);
    }

    /** The user's choice overrides the system's setting. */
    static void assertDarkMode(Browser browser) {
        browser.emulate("", "dark");
        browser.await("dark", "return getComputedStyle(document.body).backgroundColor === 'rgb(14, 19, 25)'");
        assertThat(browser.<String>eval("return " + engineScript(0) + ".getOption().textStyle.color"))
                .isEqualTo("#e6eaf0");
        browser.element("#theme").click();
        assertThat(browser.<String>eval("return document.documentElement.dataset.theme"))
                .isEqualTo("light");
        browser.element("#theme").click();
        assertThat(browser.<String>eval("return document.documentElement.dataset.theme"))
                .isEqualTo("dark");
    }

    static void assertPrinted(Browser browser, int chartCount) {
        browser.emulate("print", "dark");
        browser.await(
                "all charts are pictures",
                "const all = [...document.querySelectorAll('.for-print img')];"
                        + "return all.length === arguments[0] && all.every((one) => one.complete && one.naturalWidth === 1520)",
                chartCount);
        assertThat(browser.<String>eval("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(255, 255, 255)");
        assertThat(browser.element("#theme").isDisplayed()).isFalse();
        assertThat(browser.elements(".canvas")).noneMatch(canvas -> canvas.isDisplayed());
        browser.emulate("", "light");
        browser.await("pictures are gone", "return document.querySelectorAll('.for-print img').length === 0");
    }
}
