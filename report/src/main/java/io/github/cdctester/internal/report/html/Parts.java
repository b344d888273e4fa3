// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Section;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts that the template copies into a page without escaping. None of them can be parsed as markup.
 *
 * @param policy the content security policy, which allows no scripts except ECharts and {@code script}
 * @param places the index of each chart in {@code data}; charts are compared by identity
 * @param downloads the packed files, in the page's order
 * @param run the run whose progress the page shows; {@code null} for a static page
 */
record Parts(
        String style,
        String engine,
        String policy,
        String script,
        String data,
        IdentityHashMap<Chart, Integer> places,
        List<PackedFile> downloads,
        @Nullable String run) {

    static Parts of(Document page) {
        return of(page, PageResources.engine(), PageResources.script(), "", null);
    }

    /** The page may send requests only to its origin. */
    static Parts live(Document page, String run) {
        return of(page, PageResources.engine(), PageResources.liveScript(), "; connect-src 'self'", run);
    }

    /** Returns only the parts that differ between pages. */
    static Parts content(Document page) {
        return of(page, "", "", "", null);
    }

    private static Parts of(Document page, String engine, String script, String extraPolicy, @Nullable String run) {
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
        String policy = "default-src 'none'; script-src " + PageResources.hash(engine) + " "
                + PageResources.hash(script)
                + "; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'" + extraPolicy;
        return new Parts(
                script.isEmpty() ? "" : PageResources.style(),
                script.isEmpty() ? "" : PackedFile.pack(engine),
                policy,
                script,
                ChartData.of(charts),
                places,
                downloads,
                run);
    }

    /** Returns -1 for a chart without points. */
    int place(Chart chart) {
        return places.getOrDefault(chart, -1);
    }
}
