// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.cdctester.config.Plan;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.StreamSummary;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WorkloadSummary;
import io.github.cdctester.result.WriteSummary;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** result.json: the records of a result, name for name. */
public final class ResultJson {

    static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultVisibility(rules -> rules.withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE)
                    .withFieldVisibility(Visibility.ANY))
            .addMixIn(Summary.class, OfSeveral.class)
            .addMixIn(SampleRow.class, OfSeveral.class)
            .addMixIn(PlanView.class, OfSeveral.class)
            .addMixIn(CdcSummary.class, OfSeveral.class)
            .addMixIn(Verdict.class, OfSeveral.class)
            .addMixIn(Verdict.OfStream.class, FlatVerdict.class)
            .addMixIn(WriteSummary.class, OfSeveral.class)
            .addMixIn(WorkloadSummary.class, Flat.class)
            .addMixIn(SampleRow.Workload.class, Flat.class)
            .addMixIn(StreamSummary.class, Flat.class)
            .addMixIn(SampleRow.Stream.class, Flat.class)
            .addModule(new SimpleModule().addSerializer(Plan.class, new PlanSerializer()))
            .build();

    private ResultJson() {}

    /**
     * Writes a result as JSON.
     *
     * @param result the result
     * @return the text of result.json, in UTF-8's characters
     */
    public static String of(RunResult result) {
        return MAPPER.writeValueAsString(result);
    }

    /** What is there only where several streams, loads or delay sources are. */
    @SuppressWarnings("unused") // Jackson reads the annotations
    private abstract static class OfSeveral {
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object streams;

        @JsonInclude(JsonInclude.Include.NON_NULL)
        private @Nullable Object overStreams;

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object workloads;

        @JsonInclude(JsonInclude.Include.NON_NULL)
        private @Nullable Object largeTransactions;

        @JsonInclude(JsonInclude.Include.NON_NULL)
        private @Nullable Object background;

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object delays;

        @JsonInclude(JsonInclude.Include.NON_NULL)
        private @Nullable Object transfer;

        @JsonInclude(JsonInclude.Include.NON_NULL)
        private @Nullable Object replay;
    }

    /** A stream, or a load, has its name beside its numbers, not above them. */
    @SuppressWarnings("unused") // as above
    private abstract static class Flat {
        @JsonUnwrapped
        private @Nullable Object cdc;

        @JsonUnwrapped
        private @Nullable Object write;
    }

    /** As above. */
    @SuppressWarnings("unused") // as above
    private abstract static class FlatVerdict {
        @JsonUnwrapped
        private @Nullable Object verdict;
    }

    private static final class PlanSerializer extends ValueSerializer<Plan> {
        @Override
        public void serialize(Plan plan, JsonGenerator out, SerializationContext context) {
            out.writePOJO(PlanView.of(plan));
        }
    }
}
