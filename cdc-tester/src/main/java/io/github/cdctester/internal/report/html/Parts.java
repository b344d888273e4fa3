// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import io.github.cdctester.internal.report.page.model.Block;
import io.github.cdctester.internal.report.page.model.Chart;
import io.github.cdctester.internal.report.page.model.Page;
import io.github.cdctester.internal.report.page.model.Section;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * What the template puts into a page as it stands: style, scripts, the charts' numbers as JSON, and packed files. Nothing in it can
 * be taken for markup.
 *
 * @param style the style sheet
 * @param engine ECharts, packed
 * @param policy the content security policy: ECharts, our scripts and no other, and nothing from anywhere else
 * @param script our scripts
 * @param data the charts as JSON
 * @param places the place of each chart in it, by identity
 * @param downloads the files, packed, in the page's order
 */
record Parts(
        String style,
        String engine,
        String policy,
        String script,
        String data,
        IdentityHashMap<Chart, Integer> places,
        List<PackedFile> downloads) {

    static Parts of(Page page) {
        List<Chart> charts = new ArrayList<>();
        IdentityHashMap<Chart, Integer> places = new IdentityHashMap<>();
        for (Section section : page.sections()) {
            for (Block block : section.blocks()) {
                if (block instanceof Chart chart && ChartData.hasPoints(chart)) {
                    places.put(chart, charts.size());
                    charts.add(chart);
                }
            }
        }
        List<PackedFile> downloads =
                page.downloads().stream().map(PackedFile::of).toList();
        String engine = Inlined.engine();
        String script = Inlined.script();
        String policy = "default-src 'none'; script-src " + Inlined.hash(engine) + " " + Inlined.hash(script)
                + "; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";
        return new Parts(Inlined.style(), Packed.of(engine), policy, script, ChartData.of(charts), places, downloads);
    }

    /** The place of a chart among those that are drawn; -1 where there is nothing to draw. */
    int place(Chart chart) {
        return places.getOrDefault(chart, -1);
    }
}
