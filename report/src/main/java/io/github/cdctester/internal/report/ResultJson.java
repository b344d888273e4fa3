// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.cdctester.internal.json.BoundedJson;
import io.github.cdctester.internal.json.RecordJson;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Writes result.json and the files of other results. The JSON has the names of the components of the result records. */
public final class ResultJson implements Format<Object> {

    /** Results omit some empty maps. */
    private static final JsonSetter.Value EMPTY_FOR_NULL = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

    /** A missing list is empty. A list that contains {@code null} is rejected. */
    private static final JsonSetter.Value EMPTY_FOR_NULL_LIST = JsonSetter.Value.construct(Nulls.AS_EMPTY, Nulls.FAIL);

    /** Omitted if empty, because few results have them. */
    private static final Map<Class<?>, Set<String>> OMITTED_IF_EMPTY = Map.of(
            Check.class, Set.of("undecided"),
            RunResult.class, Set.of("phases", "probeUnits", "consumers", "faults"),
            RunResult.PhaseSpan.class, Set.of("backlog"),
            Summary.class, Set.of("streams", "overStreams", "probes"),
            Summary.ProbeSummary.class, Set.of("figure"),
            Summary.TesterSummary.class, Set.of("nodes"),
            SampleRow.class, Set.of("streams", "workloads", "consumers"),
            CdcSummary.class, Set.of("delays", "largeTransactions"),
            Verdict.class, Set.of("lost", "streams", "replay"),
            WriteSummary.class, Set.of("workloads"));

    static final JsonMapper COMPACT = BoundedJson.terminalMapperBuilder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .changeDefaultVisibility(RecordJson.FIELDS)
            .annotationIntrospector(new OmitsEmptyComponents())
            .addMixIn(Verdict.OfStream.class, FlatVerdict.class)
            .addMixIn(WorkloadSummary.class, Flat.class)
            .addMixIn(StreamSummary.class, Flat.class)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .withConfigOverride(List.class, rules -> rules.setNullHandling(EMPTY_FOR_NULL_LIST))
            .withConfigOverride(Map.class, rules -> rules.setNullHandling(EMPTY_FOR_NULL))
            .addModule(forms())
            .build();

    static final JsonMapper MAPPER = COMPACT.rebuild()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addModule(new SimpleModule("samples").addSerializer(SampleRow.class, new OneLineSample()))
            .build();

    public static final ResultJson WITH_SAMPLES = new ResultJson(MAPPER);

    private final ObjectWriter writer;

    private ResultJson(JsonMapper mapper) {
        writer = mapper.writer().without(StreamWriteFeature.AUTO_CLOSE_TARGET);
    }

    /** Writes an empty list of samples, because samples may cover a day and have a separate file. */
    public static ResultJson withoutSamples() {
        return new ResultJson(
                MAPPER.rebuild().addMixIn(RunResult.class, WithoutSamples.class).build());
    }

    @Override
    public void write(Object result, Writer out) throws IOException {
        try {
            writer.writeValue(out, result);
        } catch (JacksonException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof IOException ioError) {
                    throw ioError; // an I/O error, such as a full disk, may be wrapped several times
                }
            }
            throw e;
        }
        out.write('\n');
        out.flush();
    }

    private static final class OmitsEmptyComponents extends RequiredValues {
        private static final long serialVersionUID = 1;

        @Override
        public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated property) {
            boolean isOmittedIfEmpty = property instanceof AnnotatedField field
                    && OMITTED_IF_EMPTY
                            .getOrDefault(field.getDeclaringClass(), Set.of())
                            .contains(field.getName());
            return isOmittedIfEmpty
                    ? JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS)
                    : super.findPropertyInclusion(config, property);
        }
    }

    @SuppressWarnings("unused") // Jackson reads the annotations
    private abstract static class WithoutSamples {
        @JsonSerialize(using = EmptyListSerializer.class)
        private @Nullable Object samples;
    }

    private static final class EmptyListSerializer extends ValueSerializer<Object> {
        @Override
        public void serialize(Object list, JsonGenerator out, SerializationContext context) {
            out.writeStartArray();
            out.writeEndArray();
        }
    }

    /** Writes the name of a stream or load next to its numbers, without nesting. */
    @SuppressWarnings("unused") // Jackson reads the annotations
    private abstract static class Flat {
        @JsonUnwrapped
        private @Nullable Object cdc;

        @JsonUnwrapped
        private @Nullable Object write;
    }

    @SuppressWarnings("unused") // Jackson reads the annotations
    private abstract static class FlatVerdict {
        @JsonUnwrapped
        private @Nullable Object verdict;
    }

    /** Writes each sample on one line. One line per value would make the file about 50 % larger. */
    private static final class OneLineSample extends ValueSerializer<SampleRow> {
        @Override
        public void serialize(SampleRow sample, JsonGenerator out, SerializationContext context) {
            out.writeRawValue("\n    " + COMPACT.writeValueAsString(sample));
        }
    }

    private record NoteForm(String code, String severity, String text, Map<String, Object> arguments) {

        static NoteForm of(Note note) {
            return new NoteForm(note.code().name(), note.severity().name(), note.text(), note.arguments());
        }

        /** A note with an unknown code, from a later version, consists of the stored text. */
        Note note() {
            return Stream.of(Note.Code.values())
                    .filter(known -> known.name().equals(code))
                    .findFirst()
                    .map(known -> new Note(known, arguments))
                    .orElseGet(() -> Note.other(text));
        }
    }

    private static SimpleModule forms() {
        SimpleModule module = SecondJson.addTo(FlatRecordDeserializer.addTo(PlanJson.addTo(new SimpleModule())));
        JsonConversion.add(module, Note.class, NoteForm.class, NoteForm::of, NoteForm::note);
        return module;
    }
}
