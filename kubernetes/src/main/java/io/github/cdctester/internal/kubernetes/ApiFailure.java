// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import java.net.HttpURLConnection;

/** Describes errors of the Kubernetes API in one line. */
final class ApiFailure {

    private ApiFailure() {}

    static CdcTesterException of(KubernetesClientException e, String server, String namespace) {
        String text = text(e);
        return switch (e.getCode()) {
            case 0 -> new RunFailedException("Kubernetes at " + server + " does not answer: " + text, e);
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

    /** Returns the message of the API server, or the cause of a broken connection. */
    static String text(KubernetesClientException e) {
        if (e.getStatus() != null && e.getStatus().getMessage() != null) {
            return e.getStatus().getMessage();
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }
}
