// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.ResultPaths;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.result.Result;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The stored results of one side of a comparison.
 *
 * @param digests of the contents of the files
 */
record StoredRepeats(List<Result> results, Set<String> digests) {

    /** @throws InvalidPlanException if there is no result, the results differ in kind, or a result is a copy of another one */
    static StoredRepeats read(String property, Path path) {
        List<Path> files = ResultPaths.repeats(property, path);
        List<StoredResult> storedResults =
                files.stream().map(StoredResult::read).toList();
        requireOneKind(property, path, storedResults);
        return new StoredRepeats(
                storedResults.stream().map(StoredResult::result).toList(),
                digestsOfDifferentResults(property, path, files, storedResults));
    }

    private static void requireOneKind(String property, Path path, List<StoredResult> results) {
        Set<String> kinds = results.stream()
                .map(result -> result.kind().isEmpty() ? "run" : result.kind())
                .collect(Collectors.toCollection(TreeSet::new));
        if (kinds.size() > 1) {
            throw new InvalidPlanException(
                    property, path, "a directory of results of one kind, not of " + String.join(" and ", kinds));
        }
    }

    /** Copies of a result differ by nothing, so that the noise would seem to be 0. */
    private static Set<String> digestsOfDifferentResults(
            String property, Path path, List<Path> files, List<StoredResult> results) {
        Map<String, Path> fileByDigest = new HashMap<>();
        for (int i = 0; i < files.size(); i++) {
            Path original = fileByDigest.putIfAbsent(results.get(i).digest(), files.get(i));
            if (original != null) {
                throw new InvalidPlanException(
                        property,
                        path,
                        "a directory of different results: " + path.relativize(files.get(i)) + " is a copy of "
                                + path.relativize(original));
            }
        }
        return Set.copyOf(fileByDigest.keySet());
    }
}
