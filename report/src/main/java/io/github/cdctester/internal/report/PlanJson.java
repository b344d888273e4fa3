// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec.IgnoredErrors;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.internal.json.RecordJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes and reads plans as JSON, without passwords. The JSON has the names of the command line options. The components of the
 * window and the subscriber are at the top level.
 */
public final class PlanJson {

    private static final String WINDOW = "window";
    private static final String SUBSCRIBER = "subscriber";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .changeDefaultVisibility(RecordJson.FIELDS)
            .annotationIntrospector(new RequiredValues())
            .enumNamingStrategy(EnumNamingStrategies.KEBAB_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .withConfigOverride(
                    Map.class, rules -> rules.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .addMixIn(Plan.class, PlanNames.class)
            .addMixIn(Window.class, WindowNames.class)
            .addMixIn(SubscriberSpec.class, SubscriberNames.class)
            .addModule(forms())
            .build();

    private static final ObjectNode DEFAULT_TREE =
            tree(Plan.of(Endpoint.of("localhost", Defaults.PORT, "", "", Password.NONE), Window.DEFAULT, List.of()));

    private PlanJson() {}

    public static String of(Plan plan) {
        return MAPPER.writeValueAsString(tree(plan));
    }

    /** @throws IllegalArgumentException if the text is not a plan */
    public static Plan read(String json) {
        try {
            return plan(MAPPER.readTree(json));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("no plan of this version: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no plan of this version: " + e.getMessage(), e);
        }
    }

    static SimpleModule addTo(SimpleModule module) {
        JsonConversion.add(module, Plan.class, JsonNode.class, PlanJson::tree, PlanJson::plan);
        return module;
    }

    private static ObjectNode tree(Plan plan) {
        ObjectNode tree = MAPPER.valueToTree(plan);
        Stream.of(WINDOW, SUBSCRIBER).forEach(key -> tree.setAll((ObjectNode) tree.remove(key)));
        return tree;
    }

    private static Plan plan(JsonNode json) {
        if (!(json instanceof ObjectNode flat)) {
            throw new IllegalArgumentException("it is not an object");
        }
        DEFAULT_TREE.properties().forEach(property -> {
            JsonNode value = flat.path(property.getKey());
            if (value.isMissingNode() || value.isNull() && !property.getValue().isNull()) {
                throw new IllegalArgumentException("it has no " + property.getKey());
            }
        });
        ObjectNode nested = flat.deepCopy();
        Stream.of(WINDOW, SUBSCRIBER).forEach(key -> nested.set(key, flat));
        return MAPPER.treeToValue(nested, Plan.class);
    }

    @SuppressWarnings("unused") // Jackson reads the annotations
    private abstract static class PlanNames {
        @JsonProperty("ignoreErrors")
        private @Nullable Object ignoredErrors;

        @JsonProperty("verify")
        private @Nullable Object verification;
    }

    @SuppressWarnings("unused") // Jackson reads the annotations
    private abstract static class WindowNames {
        @JsonProperty("warmupTime")
        private @Nullable Object warmUp;

        @JsonProperty("time")
        private @Nullable Object measure;
    }

    @SuppressWarnings("unused") // Jackson reads the annotations
    private abstract static class SubscriberNames {
        @JsonProperty("cdcEndpoint")
        private @Nullable Object endpoint;
    }

    private static SimpleModule forms() {
        SimpleModule module = new SimpleModule("plan");
        JsonConversion.add(module, Duration.class, Double.class, time -> time.toNanos() / 1e9, PlanJson::duration);
        JsonConversion.add(module, Path.class, String.class, Path::toString, Path::of);
        JsonConversion.add(module, StartPosition.class, String.class, StartPosition::toString, StartPosition::parse);
        JsonConversion.add(
                module,
                FaultSchedule.class,
                String.class,
                FaultSchedule::toString,
                text -> text.isEmpty() ? FaultSchedule.NONE : FaultSchedule.parse(text));
        JsonConversion.add(
                module,
                IgnoredErrors.class,
                String[].class,
                errors -> errors.all()
                        ? new String[] {"all"}
                        : errors.codes().stream().sorted().map(String::valueOf).toArray(String[]::new),
                PlanJson::ignoredErrors);
        JsonConversion.add(
                module,
                Endpoint.class,
                PlanForms.EndpointForm.class,
                PlanForms.EndpointForm::of,
                PlanForms.EndpointForm::endpoint);
        JsonConversion.add(
                module, NamedLoad.class, PlanForms.LoadForm.class, PlanForms.LoadForm::of, PlanForms.LoadForm::load);
        return module;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private static IgnoredErrors ignoredErrors(String[] codes) {
        return List.of(codes).equals(List.of("all"))
                ? new IgnoredErrors(true, Set.of())
                : new IgnoredErrors(
                        false, Stream.of(codes).map(Integer::valueOf).collect(Collectors.toSet()));
    }
}
