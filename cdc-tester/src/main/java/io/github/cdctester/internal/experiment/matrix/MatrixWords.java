// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.Setting;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A matrix in words: all that makes its cells what they are, by which it is known again. */
final class MatrixWords {

    private MatrixWords() {}

    /**
     * A line for each thing.
     *
     * @param anyServer whether the server is another one each time, as an embedded one is
     */
    static List<String> of(MatrixPlan matrix, Plan base, boolean anyServer) {
        List<String> lines = new ArrayList<>();
        Endpoint server = base.endpoint();
        lines.add("server: " + (anyServer ? "of our own" : server.address() + "/" + server.database()));
        lines.add("baseline: " + matrix.baseline());
        for (Setting setting : matrix.settings()) {
            lines.add("setting " + setting.name() + ": " + setting.what() + ", undo " + setting.undo());
        }
        lines.add(matrix.axis().parameter().property() + ": " + matrix.axis());
        for (MatrixWorkload workload : matrix.workloads()) {
            lines.add("workload " + workload.name() + ": " + workload.spec().name() + " "
                    + workload.spec().shown().options());
        }
        lines.add("repeats: " + matrix.repeats());
        lines.add("seed: " + matrix.seed());
        lines.add("time: " + matrix.time().toMillis() / 1e3 + " s");
        lines.add("warm-up: " + matrix.warmUp().words());
        lines.add(
                "load: " + base.firstLoad().map(load -> load.load().toString()).orElse("of one thread"));
        lines.add("ignored errors: "
                + (base.ignoredErrors().all()
                        ? "all"
                        : base.ignoredErrors().codes().stream().sorted().toList()));
        return lines;
    }

    /** A short name for these words. */
    static String hash(List<String> words) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", words).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
