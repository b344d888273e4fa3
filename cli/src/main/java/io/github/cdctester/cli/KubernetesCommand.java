// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.internal.run.RunNodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "kubernetes",
        description = {
            "Prints the rights that pods need in a namespace, as YAML.",
            "A Role for coordinators that start worker nodes, with an account, and a Role for users of --on=kubernetes."
        },
        footer = {"Examples:", "  cdc-tester kubernetes rbac"})
final class KubernetesCommand extends AbstractCommand {

    private static final String RBAC = "rbac";

    @Parameters(paramLabel = RBAC, description = "Print ServiceAccount, Roles and RoleBinding")
    private String document;

    @Override
    public Integer call() {
        if (!document.equals(RBAC)) {
            throw usageError("'" + document + "' must be " + RBAC);
        }
        spec.commandLine().getOut().print(RunNodes.platform().rights());
        spec.commandLine().getOut().flush();
        return Failures.DONE;
    }
}
