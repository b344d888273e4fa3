// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Optional;

/** Describes errors of the Kubernetes API in one line. */
final class ApiFailure {

    private ApiFailure() {}

    static CdcTesterException of(KubernetesClientException e, NamespacedKubernetesClient client) {
        String text = text(e);
        String namespace = client.getNamespace();
        if (isUnanswered(e)) {
            return new RunFailedException(
                    "Kubernetes at " + client.getConfiguration().getMasterUrl() + " does not answer: " + text, e);
        }
        return switch (e.getCode()) {
            case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN ->
                new RunFailedException(
                        "Kubernetes refuses in namespace " + namespace + ": " + text
                                + "; 'cdc-tester kubernetes rbac' prints the rights that are needed",
                        e);
            case HttpURLConnection.HTTP_NOT_FOUND ->
                new InvalidPlanException("kubernetesNamespace", namespace, "an existing namespace");
            default -> new RunFailedException("Kubernetes refuses in namespace " + namespace + ": " + text, e);
        };
    }

    static boolean isRefusal(KubernetesClientException e) {
        return e.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED || e.getCode() == HttpURLConnection.HTTP_FORBIDDEN;
    }

    /** Returns the refusal that Kubernetes sent instead of a log; empty if the text is not a refusal. */
    static Optional<KubernetesClientException> refusal(String text) {
        if (text.startsWith("{") && text.endsWith("}")) {
            Status status = Serialization.unmarshal(text, Status.class);
            if (status.getCode() != null) {
                return Optional.of(new KubernetesClientException(status)).filter(ApiFailure::isRefusal);
            }
        }
        return Optional.empty();
    }

    /** Returns true if there is no response, so that a later request may succeed. */
    static boolean isUnanswered(KubernetesClientException e) {
        return e.getStatus() == null && e.getCause() instanceof IOException;
    }

    static String text(KubernetesClientException e) {
        if (e.getStatus() != null && e.getStatus().getMessage() != null) {
            return e.getStatus().getMessage();
        }
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
