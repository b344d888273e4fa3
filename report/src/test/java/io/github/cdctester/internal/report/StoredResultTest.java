// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StoredResultTest {

    @Test
    void readsWrittenJson() {
        RunResult result = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        assertThat(read(Formats.JSON.text(result)).run()).isEqualTo(result);
    }

    @Test
    void readsAllPartsOfResult() {
        RunResult result = RichResult.of();
        String json = Formats.JSON.text(result);
        assertThat(read(json).run()).isEqualTo(result);
        assertThat(Formats.JSON.text(read(json).run())).isEqualTo(json);
    }

    @Test
    void readsSweep() throws IOException {
        SweepResult sweep = SweepReportTest.sweep(3);
        StringWriter out = new StringWriter();
        Formats.JSON.write(sweep, out);
        assertThat(read(out.toString()).isOfType(SweepResult.class)).isTrue();
        assertThat(read(out.toString()).as(SweepResult.class)).isEqualTo(sweep);
        assertThatThrownBy(() -> read(out.toString()).run())
                .hasMessage("result.json is a sweep's; name the result.json of one of its runs");
    }

    @Test
    void returnsRunAsRequestedType() {
        RunResult result = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        StoredResult storedResult = read(Formats.JSON.text(result));
        assertThat(storedResult.as(RunResult.class)).isEqualTo(result);
        assertThat(storedResult.as(Result.class)).isEqualTo(result);
        assertThatThrownBy(() -> storedResult.as(SweepResult.class))
                .hasMessage("result.json is not a sweep's; name a sweep.json");
        assertThatThrownBy(() -> storedResult.as(ExperimentResult.class))
                .hasMessage("result.json is not of type ExperimentResult");
    }

    @Test
    void ignoresKeysOfLaterVersion() {
        RunResult result = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        String json = Formats.JSON
                .text(result)
                .replaceFirst("\\{", "{ \"weather\": {\"rain\": [1, 2]},")
                .replaceFirst("\"cdc\" : \\{", "\"cdc\" : { \"colour\": \"blue\",");
        assertThat(json).contains("weather", "colour");
        assertThat(read(json).run()).isEqualTo(result);
    }

    @Test
    void rejectsOtherSchemaVersion() {
        String json = Formats.JSON
                .text(RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS))
                .replaceFirst("\"schemaVersion\" : 1", "\"schemaVersion\" : 2");
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("result.json has schemaVersion 2; this cdc-tester reads 1: use the version that wrote it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[]", "7", "null", "{\"name\": \"left-pad\", \"version\": 1}"})
    void rejectsFilesThatAreNotResults(String json) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(RunFailedException.class)
                .hasMessage(
                        "result.json has no schemaVersion, so it is not a result; name a result.json or sweep.json");
    }

    @Test
    void rejectsTruncatedResult() {
        String json = Formats.JSON.text(RichResult.of());
        for (int length = 1; length < json.length() - 2; length += 97) {
            String truncatedJson = json.substring(0, length);
            assertThatThrownBy(() -> read(truncatedJson).run())
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageStartingWith("result.json is not complete JSON (line ")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void reportsSampleWithoutFollowedStream() {
        String json = Formats.JSON.text(RichResult.of());
        int samples = json.indexOf("\"samples\"");
        String edited = json.substring(0, samples)
                + json.substring(samples).replaceFirst("\"cdc\":\\{", "\"cdc\":null,\"other\":{");
        assertThat(edited).isNotEqualTo(json);
        assertThatThrownBy(() -> read(edited).run())
                .isInstanceOf(RunFailedException.class)
                .hasMessageMatching("result.json has no samples\\.\\d+\\.cdc, so it is not a complete result");
    }

    @Test
    void reportsMissingKey() {
        assertThatThrownBy(() -> read("{\"schemaVersion\": 1}").run())
                .hasMessage("result.json has no tool, so it is not a complete result");
        assertThatThrownBy(() -> read(Formats.JSON.text(RichResult.of()).replace("\"verdict\" :", "\"opinion\" :"))
                        .run())
                .hasMessage("result.json has no verdict, so it is not a complete result");
        assertThatThrownBy(
                        () -> read(Formats.JSON.text(RichResult.of()).replaceFirst("\"latency\" :", "\"lateness\" :"))
                                .run())
                .hasMessage("result.json has no summary.write.latency, so it is not a complete result");
        assertThatThrownBy(() -> read(Formats.JSON.text(RichResult.of()).replaceFirst("\"sslMode\"", "\"mode\""))
                        .run())
                .hasMessage("result.json cannot be read at plan.endpoint: it has no sslMode");
    }

    @Test
    void reportsNullAndMissingValuesOfLists() {
        assertThatThrownBy(() -> read(Formats.JSON
                                .text(RichResult.of())
                                .replaceFirst("\"reason\" : \"[^\"]*\"", "\"reason\" : null"))
                        .run())
                .hasMessage("result.json has no summary.cdc.gaps.0.reason, so it is not a complete result");
        assertThatThrownBy(() -> read(Formats.JSON
                                .text(RichResult.of())
                                .replaceFirst("(\"streams\" : \\[ \\{\\s+)\"name\"", "$1\"title\""))
                        .run())
                .hasMessage("result.json has no summary.streams.0.name, so it is not a complete result");
        assertThatThrownBy(() -> read(Formats.JSON
                                .text(RichResult.of())
                                .replaceFirst("\"streams\" : \\[ \\{", "\"streams\" : [ null, {"))
                        .run())
                .hasMessage("result.json has no summary.streams.0, so it is not a complete result");
    }

    @Test
    void reportsPathOfInvalidValue() {
        String json = Formats.JSON.text(RichResult.of());
        assertThatThrownBy(() -> read(json.replaceFirst("\"p50Millis\" : [0-9.]+", "\"p50Millis\" : \"soon\""))
                        .run())
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("result.json cannot be read at summary.cdc.delay.p50Millis: ")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> read(json.replaceFirst("\"threads\" : 1", "\"threads\" : -1"))
                        .run())
                .hasMessageStartingWith("result.json cannot be read at plan.loads.0: threads: -1, must be ");
    }

    @Test
    void reportsMissingFile(@TempDir Path directory) {
        Path file = directory.resolve("result.json");
        assertThatThrownBy(() -> StoredResult.read(file))
                .isInstanceOf(RunFailedException.class)
                .hasMessage(file + " cannot be read (NoSuchFile: " + file + "); name a result.json or sweep.json");
    }

    private static StoredResult read(String json) {
        return StoredResult.of("result.json", json);
    }
}
