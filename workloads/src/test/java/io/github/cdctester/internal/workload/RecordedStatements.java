// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.StatementWriter;
import io.github.cdctester.workload.Transactions;
import io.github.cdctester.workload.Transactions.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Records statements, and optionally responds to them. Prepared statements have the prefix {@code P:}. Statements that are prepared if
 * possible have the prefix {@code (P):}.
 */
public final class RecordedStatements implements StatementWriter {

    public final List<String> sent = new ArrayList<>();

    private final List<StatementTemplate> templates;
    private final Transactions transactions;

    public RecordedStatements(List<StatementTemplate> templates, Transactions transactions) {
        this.templates = templates;
        this.transactions = transactions;
    }

    public Step next() {
        int sizeBefore = sent.size();
        Step step = transactions.next(this);
        assertThat(sent).hasSize(step == Step.STATEMENT ? sizeBefore + 1 : sizeBefore);
        if (step == Step.STATEMENT) {
            assertThat(last()).as("a value for each parameter").doesNotContain("?");
        }
        return step;
    }

    /** Responds that the statement changed rows. */
    public Step next(long changedRows) {
        Step step = next();
        if (step == Step.STATEMENT) {
            transactions.onResponse(changedRows, false);
        }
        return step;
    }

    /** Each statement changes one row. */
    public Step runToEnd() {
        Step step = next(1);
        while (step == Step.STATEMENT) {
            step = next(1);
        }
        return step;
    }

    public String last() {
        return sent.get(sent.size() - 1);
    }

    @Override
    public void template(int index) {
        StatementTemplate template = templates.get(index);
        String prefix = switch (template.sending()) {
            case TEXT -> "";
            case PREPARED -> "P:";
            case PREPARED_IF_POSSIBLE -> "(P):";
        };
        sent.add(prefix + template.sql());
        assertThat(template.sending() == Sending.PREPARED && template.sql().contains("sbtest?"))
                .as("a name as parameter of a prepared statement")
                .isFalse();
    }

    @Override
    public void number(long value) {
        set(String.valueOf(value));
    }

    @Override
    public void text(byte[] ascii, int from, int length) {
        set("'" + new String(ascii, from, length, StandardCharsets.US_ASCII) + "'");
    }

    @Override
    public void sql(byte[] ascii, int from, int length) {
        sent.add(new String(ascii, from, length, StandardCharsets.US_ASCII));
    }

    private void set(String literal) {
        assertThat(last()).as("a further parameter").contains("?");
        sent.set(sent.size() - 1, last().replaceFirst("\\?", literal));
    }
}
