// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import io.github.cdctester.config.Plan;
import io.github.cdctester.result.RunResult;
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

    private static final class PlanSerializer extends ValueSerializer<Plan> {
        @Override
        public void serialize(Plan plan, JsonGenerator out, SerializationContext context) {
            out.writePOJO(PlanView.of(plan));
        }
    }
}
