// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.bound.BoundedFile;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JsonNode;

/**
 * The content of a result file. The file must have the current {@code schemaVersion}. Additions from later versions are
 * ignored.
 */
public final class StoredResult {

    private static final Map<String, Class<? extends Result>> TYPES_BY_KIND = Map.of(
            SweepResult.KIND, SweepResult.class,
            FindMaxResult.KIND, FindMaxResult.class,
            MatrixResult.KIND, MatrixResult.class,
            PlanResult.KIND, PlanResult.class,
            Comparison.KIND, Comparison.class);

    private final String name;
    private final JsonNode root;

    private StoredResult(String name, JsonNode root) {
        this.name = name;
        this.root = root;
    }

    public static StoredResult read(Path file) {
        try {
            return of(file.toString(), BoundedFile.text(file, BoundedFile.MAX_OBJECT_FILE_BYTES));
        } catch (IOException e) {
            throw new RunFailedException(
                    file + " cannot be read (" + e.getClass().getSimpleName().replace("Exception", "") + ": "
                            + e.getMessage() + "); name a result.json or sweep.json",
                    e);
        }
    }

    public static StoredResult of(String name, String json) {
        try {
            JsonNode root = ResultJson.MAPPER.readTree(json);
            JsonNode version = root.path("schemaVersion");
            if (!version.isIntegralNumber()) {
                throw new RunFailedException(
                        name + " has no schemaVersion, so it is not a result; name a result.json or sweep.json");
            }
            if (version.asLong() != RunResult.SCHEMA_VERSION) {
                throw new RunFailedException(name + " has schemaVersion " + version.asLong()
                        + "; this cdc-tester reads " + RunResult.SCHEMA_VERSION + ": use the version that wrote it");
            }
            return new StoredResult(name, root);
        } catch (JacksonException e) {
            throw unreadableResult(name, e);
        }
    }

    /** Copies of a result have the same digest, also if one is indented differently. */
    public String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            ResultJson.COMPACT.writeValue(new DigestOutputStream(OutputStream.nullOutputStream(), digest), root);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each Java runtime has it
        }
    }

    /** Returns a kind such as {@code sweep}; empty for a single run. */
    public String kind() {
        return root.path("kind").asString("");
    }

    public boolean isOfType(Class<? extends Result> type) {
        return type.equals(TYPES_BY_KIND.get(kind()));
    }

    public Result result() {
        Class<? extends Result> type = TYPES_BY_KIND.get(kind());
        return type == null ? run() : bind(type);
    }

    public RunResult run() {
        if (!kind().isEmpty()) {
            throw new RunFailedException(name + " is a " + kind() + "'s; name the result.json of one of its runs");
        }
        RunResult run = bind(RunResult.class);
        requireStreamInSamples(run);
        return run;
    }

    /** The stream is followed in each second or in none. Charts and tables rely on it. */
    private void requireStreamInSamples(RunResult run) {
        for (int i = 0; run.summary().cdc() != null && i < run.samples().size(); i++) {
            if (run.samples().get(i).cdc() == null) {
                throw new RunFailedException(name + " has no samples." + i + ".cdc, so it is not a complete result");
            }
        }
    }

    /** @throws RunFailedException if the result has another type */
    public <T extends Result> T as(Class<T> type) {
        if (type.isAssignableFrom(TYPES_BY_KIND.getOrDefault(kind(), RunResult.class))) {
            return type.cast(result());
        }
        if (type.equals(RunResult.class)) {
            return type.cast(run()); // throws an exception that names the right file
        }
        throw new RunFailedException(name + " is not "
                + TYPES_BY_KIND.entrySet().stream()
                        .filter(known -> known.getValue().equals(type))
                        .map(known -> "a " + known.getKey() + "'s; name a " + known.getKey() + ".json")
                        .findFirst()
                        .orElse("of type " + type.getSimpleName()));
    }

    /** plan.json contains no samples. They are read from the result.json in the same directory, if it belongs to the same run. */
    public PlanResult plan(Path file) {
        PlanResult plan = as(PlanResult.class);
        Path runFile = file.toAbsolutePath().resolveSibling("result.json");
        if (!plan.whole().samples().isEmpty() || !Files.isRegularFile(runFile)) {
            return plan;
        }
        RunResult run = read(runFile).run();
        return run.startedAt().equals(plan.whole().startedAt()) ? plan.with(run, plan.scaling()) : plan;
    }

    private <T extends Result> T bind(Class<T> type) {
        NegativeCounts.find(root).ifPresent(count -> {
            throw new RunFailedException(name + ": " + count + ", so it is not a correct result");
        });
        try {
            return ResultJson.MAPPER.treeToValue(root, type);
        } catch (JacksonException e) {
            throw RequiredValues.missingPath(e)
                    .map(missing ->
                            new RunFailedException(name + " has no " + missing + ", so it is not a complete result", e))
                    .orElseGet(() -> unreadableResult(name, e));
        }
    }

    private static RunFailedException unreadableResult(String name, JacksonException e) {
        if (e instanceof DatabindException) {
            return new RunFailedException(
                    name + " cannot be read at " + RequiredValues.path(e) + ": " + firstLine(e), e);
        }
        TokenStreamLocation location = e.getLocation();
        return new RunFailedException(
                name + " is not complete JSON"
                        + (location == null
                                ? ""
                                : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")")
                        + ": "
                        + firstLine(e),
                e);
    }

    private static String firstLine(JacksonException e) {
        return String.valueOf(e.getOriginalMessage())
                .lines()
                .findFirst()
                .orElse("")
                .strip();
    }
}
