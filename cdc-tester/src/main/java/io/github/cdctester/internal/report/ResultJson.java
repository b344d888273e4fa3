// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.StreamSummary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** result.json, sweep.json and find-max.json: the records of a result, name for name. */
public final class ResultJson implements Format<Record> {

    /** Lists and maps of nothing are left out in places. */
    private static final JsonSetter.Value EMPTY_FOR_NULL = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

    /** Without line ends. */
    static final JsonMapper COMPACT = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .changeDefaultVisibility(rules -> rules.withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE)
                    .withFieldVisibility(Visibility.ANY))
            .addMixIn(RunResult.class, OfSeveral.class)
            .addMixIn(Summary.class, OfSeveral.class)
            .addMixIn(Summary.TesterSummary.class, OfSeveral.class)
            .addMixIn(SampleRow.class, OfSeveral.class)
            .addMixIn(CdcSummary.class, OfSeveral.class)
            .addMixIn(Verdict.class, OfSeveral.class)
            .addMixIn(Verdict.OfStream.class, FlatVerdict.class)
            .addMixIn(WriteSummary.class, OfSeveral.class)
            .addMixIn(WorkloadSummary.class, Flat.class)
            .addMixIn(StreamSummary.class, Flat.class)
            .addMixIn(RunResult.PhaseSpan.class, OfPhase.class)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .withConfigOverride(List.class, rules -> rules.setNullHandling(EMPTY_FOR_NULL))
            .withConfigOverride(Map.class, rules -> rules.setNullHandling(EMPTY_FOR_NULL))
            .addModule(SecondJson.addTo(FlatReading.addTo(PlanJson.addTo(new SimpleModule())
                    .addSerializer(Note.class, new NoteSerializer())
                    .addDeserializer(Note.class, new NoteDeserializer()))))
            .build();

    static final JsonMapper MAPPER = COMPACT.rebuild()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addModule(new SimpleModule("samples").addSerializer(SampleRow.class, new LineOfSample()))
            .build();

    /** With every sample. */
    public static final ResultJson WHOLE = new ResultJson(MAPPER);

    /** Without samples, of which a plan file's phases may have a day: they are in files of their own. */
    public static final ResultJson WITHOUT_SAMPLES = new ResultJson(
            MAPPER.rebuild().addMixIn(RunResult.class, WithoutSamples.class).build());

    private final ObjectWriter writer;

    private ResultJson(JsonMapper mapper) {
        writer = mapper.writer().without(StreamWriteFeature.AUTO_CLOSE_TARGET);
    }

    @Override
    public void write(Record result, Writer out) throws IOException {
        try {
            writer.writeValue(out, result);
        } catch (JacksonException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof IOException full) {
                    throw full; // as a disk is, however deep in the result
                }
            }
            throw e;
        }
        out.write('\n');
        out.flush();
    }

    /** What is there only where several streams, loads, delay sources, phases, probes, consumers, faults or worker nodes are. */
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

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object phases;

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object probeUnits;

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object consumers;

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object faults;

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        private @Nullable Object nodes;

        @JsonInclude(JsonInclude.Include.NON_NULL)
        private @Nullable Object transfer;

        @JsonInclude(JsonInclude.Include.NON_NULL)
        private @Nullable Object replay;
    }

    @SuppressWarnings("unused") // as above
    private abstract static class WithoutSamples extends OfSeveral {
        @JsonSerialize(using = EmptyList.class)
        private @Nullable Object samples;
    }

    private static final class EmptyList extends ValueSerializer<Object> {
        @Override
        public void serialize(Object list, JsonGenerator out, SerializationContext context) {
            out.writeStartArray();
            out.writeEndArray();
        }
    }

    /** A phase's backlog. */
    @SuppressWarnings("unused") // as above
    private abstract static class OfPhase {
        @JsonInclude(JsonInclude.Include.NON_NULL)
        private @Nullable Object backlog;
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

    /** A second in a line: with a line for each of its values, an hour's file would be half as long again. */
    private static final class LineOfSample extends ValueSerializer<SampleRow> {
        @Override
        public void serialize(SampleRow second, JsonGenerator out, SerializationContext context) {
            out.writeRawValue("\n    " + COMPACT.writeValueAsString(second));
        }
    }

    /** A note as it is read and written. */
    private record NoteView(String code, String severity, String text, Map<String, Object> arguments) {}

    private static final class NoteSerializer extends ValueSerializer<Note> {
        @Override
        public void serialize(Note note, JsonGenerator out, SerializationContext context) {
            out.writePOJO(new NoteView(note.code().name(), note.severity().name(), note.text(), note.arguments()));
        }
    }

    /** Takes sentences too, which earlier versions wrote, and codes of later versions by their sentences. */
    private static final class NoteDeserializer extends ValueDeserializer<Note> {
        @Override
        public Note deserialize(JsonParser in, DeserializationContext context) {
            if (in.hasToken(JsonToken.VALUE_STRING)) {
                return Note.other(in.getString());
            }
            NoteView read = context.readValue(in, NoteView.class);
            Optional<String> missing = WholeRecord.firstMissing(read);
            if (missing.isPresent()) {
                return context.reportInputMismatch(Note.class, "it has no %s", missing.get());
            }
            return Stream.of(Note.Code.values())
                    .filter(code -> code.name().equals(read.code()))
                    .findFirst()
                    .map(code -> new Note(code, read.arguments()))
                    .orElseGet(() -> Note.other(read.text()));
        }
    }
}
