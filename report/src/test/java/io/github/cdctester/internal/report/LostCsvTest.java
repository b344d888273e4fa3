// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.report.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LostCsvTest {

    @Test
    void hasRowPerLostTransaction(@TempDir Path directory) throws IOException {
        ResultFiles.in(directory)
                .write(JudgedResult.of(
                        List.of(), List.of(), JudgedResult.lossless("orders"), JudgedResult.torn("stock")));
        assertThat(Files.readString(directory.resolve(LostCsv.FILE_NAME))).isEqualTo("""
                lost_by,transaction
                consumer stock,cdc_seq 41
                consumer stock,cdc_seq 42
                """);
    }

    @Test
    void isWrittenOnlyIfTransactionsAreLost(@TempDir Path directory) {
        ResultFiles.in(directory).write(JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders")));
        assertThat(directory.resolve("result.json")).exists();
        assertThat(directory.resolve(LostCsv.FILE_NAME)).doesNotExist();
    }

    @Test
    void pageListsLossesAndContainsFile() {
        Document page = Documents.page(JudgedResult.of(List.of(), List.of(), JudgedResult.torn("stock")));
        assertThat(page.sections())
                .filteredOn(section -> section.id().equals("lost"))
                .singleElement()
                .extracting(section -> ((Table) section.blocks().get(0))
                        .rows().stream().map(row -> row.cells().get(1).value()).toList())
                .isEqualTo(List.of("cdc_seq 41", "cdc_seq 42"));
        assertThat(page.downloads())
                .filteredOn(file -> file.fileName().equals(LostCsv.FILE_NAME))
                .singleElement()
                .extracting(Download::text)
                .asString()
                .endsWith("consumer stock,cdc_seq 42\n");
    }

    @Test
    void resultContainsLosses(@TempDir Path directory) {
        ResultFiles.in(directory).write(JudgedResult.of(List.of(), List.of(), JudgedResult.torn("stock")));
        assertThat(Results.read(directory.resolve("result.json"))
                        .consumers()
                        .get(0)
                        .verdict()
                        .lost())
                .containsExactly("cdc_seq 41", "cdc_seq 42");
    }
}
