// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.internal.text.StatementText;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementWorkload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A workload with its own tables and statement templates. */
public abstract class StatementTableWorkload extends TableWorkload implements StatementWorkload {

    private @Nullable TemplateTexts texts;

    /** {@code pieces} are the texts of the templates, cut at their parameters. */
    private record TemplateTexts(List<StatementTemplate> templates, byte[][][] pieces) {}

    protected StatementTableWorkload(String name, SharedNumbers numbers) {
        super(name, numbers);
    }

    /** Called once, when the templates are first used. */
    protected abstract List<StatementTemplate> createTemplates();

    private synchronized TemplateTexts texts() {
        TemplateTexts existingTexts = texts;
        if (existingTexts == null) {
            List<StatementTemplate> templates = List.copyOf(createTemplates());
            existingTexts = new TemplateTexts(
                    templates,
                    templates.stream()
                            .map(template -> StatementText.pieces(template.sql()))
                            .toArray(byte[][][]::new));
            texts = existingTexts;
        }
        return existingTexts;
    }

    @Override
    public final List<StatementTemplate> templates() {
        return texts().templates();
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        TemplateTexts existingTexts = texts();
        return new StatementSession(
                connection, connectionSetup(), existingTexts.templates(), existingTexts.pieces(), transactions(worker));
    }
}
