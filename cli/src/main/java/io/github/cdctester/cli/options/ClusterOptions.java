// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import picocli.CommandLine.Option;

/** Options that select a namespace of a Kubernetes cluster. */
public final class ClusterOptions {

    @Option(
            names = "--kubernetes-namespace",
            paramLabel = "NAME",
            description = "Namespace of the pods (default: the namespace of the context)")
    private String namespace = "";

    @Option(
            names = "--kubernetes-context",
            paramLabel = "NAME",
            description = "Context of the kubeconfig (default: the current context)")
    private String context = "";

    public String namespace() {
        return namespace;
    }

    public String context() {
        return context;
    }
}
