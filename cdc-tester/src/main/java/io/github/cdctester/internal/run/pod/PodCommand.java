// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.pod;

import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.text.PlainText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A command line that runs in a pod.
 *
 * @param arguments the command and its option file
 * @param files contents by path, relative to the command's working directory
 * @param startsPods true if the command starts worker nodes as pods and needs an account
 * @param outputs stored with the run
 * @param keepTime after the end of the run, the files can be fetched for this time
 */
public record PodCommand(
        KubernetesPods pod,
        List<String> arguments,
        Map<String, byte[]> files,
        boolean startsPods,
        PodOutputs outputs,
        Duration keepTime) {

    public static final String RESULT_DIRECTORY = "/results";

    /** Limit of Kubernetes for the data of a Secret. */
    public static final int MAX_SECRET_BYTES = 1 << 20;

    private static final Duration MIN_KEEP_TIME = Duration.ofMinutes(1);
    private static final Duration MAX_KEEP_TIME = Duration.ofDays(30);

    /** @throws InvalidPlanException if the files are too large for a Secret, or {@code keepTime} is out of range */
    public PodCommand {
        arguments = List.copyOf(arguments);
        files = new TreeMap<>(files);
        if (keepTime.compareTo(MIN_KEEP_TIME) < 0 || keepTime.compareTo(MAX_KEEP_TIME) > 0) {
            throw new InvalidPlanException("kubernetesKeep", keepTime, "a duration from 1 min to 30 days");
        }
        long bytes = files.values().stream().mapToLong(file -> file.length).sum();
        if (bytes > MAX_SECRET_BYTES) {
            String largest = files.entrySet().stream()
                    .max(Map.Entry.comparingByValue((a, b) -> Integer.compare(a.length, b.length)))
                    .orElseThrow()
                    .getKey();
            throw new InvalidPlanException(
                    "on",
                    "the files of this command contain more than " + PlainText.withNoun(MAX_SECRET_BYTES, "byte")
                            + ", the limit of a Secret; the largest is " + largest);
        }
    }
}
