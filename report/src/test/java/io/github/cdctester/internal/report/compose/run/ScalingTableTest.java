// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.result.PlanResult.Scaling;
import io.github.cdctester.result.PlanResult.Scaling.Price;
import io.github.cdctester.result.PlanResult.Scaling.Stretch;
import io.github.cdctester.result.PlanResult.Scaling.Stretch.StretchKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScalingTableTest {

    private static Stretch stretch(double cost, @Nullable Long pricedTransactions) {
        return new Stretch(
                StretchKind.WHOLE, "", 0, 12, null, null, null, 1_680, null, null, 2.0, cost, pricedTransactions, 10);
    }

    @Test
    void costPerMillionUsesTransactionsOfPricedSeconds() {
        Price price = new Price("3600 USD/unit-hour", 3_600, "USD", "unit");
        Table table = ScalingTable.values(
                List.of(new Scaling("pool", price, List.of(stretch(2, 280L), stretch(0, 0L)))), ProbeUnits.of(""));

        List<String> headings = TableTexts.headings(table);
        assertThat(TableTexts.row(table, 0).get(headings.indexOf("trx"))).isEqualTo("1,680");
        assertThat(TableTexts.row(table, 0).get(headings.indexOf("per 1M trx"))).isEqualTo("7,143 USD");
        assertThat(TableTexts.row(table, 1).get(headings.indexOf("per 1M trx")))
                .as("without a reading")
                .isEqualTo("-");
    }
}
