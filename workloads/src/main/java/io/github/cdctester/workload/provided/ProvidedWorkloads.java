// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadParameters;
import io.github.cdctester.workload.WorkloadProvider;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds providers of workloads on the class path. A provider that does not load is reported only if the requested workload is not
 * found.
 */
final class ProvidedWorkloads {

    private static final int MAX_FAILURES = 10;

    private final List<NamedProvider> namedProviders = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private record NamedProvider(String name, WorkloadProvider provider) {
        String origin() {
            return provider.getClass().getName();
        }
    }

    private ProvidedWorkloads(ServiceLoader<WorkloadProvider> loader) {
        Iterator<WorkloadProvider> providers = loader.iterator();
        boolean hasMore = true;
        // the limit ends the loop if the class path is unreadable, because each attempt then fails again
        while (hasMore && failures.size() < MAX_FAILURES) {
            try {
                hasMore = providers.hasNext();
                if (hasMore) {
                    add(providers.next());
                }
            } catch (ServiceConfigurationError e) {
                failures.add(withCause(e.getMessage(), e.getCause()));
            } catch (LinkageError e) { // such as a class for a newer Java
                failures.add(withCause(e.toString(), e.getCause()));
            }
        }
    }

    private void add(WorkloadProvider provider) {
        try {
            @Nullable String name = provider.name();
            if (name == null || !name.matches("[A-Za-z0-9._-]{1,64}")) {
                failures.add(provider.getClass().getName() + " has the name '" + name
                        + "'; a name is 1 to 64 letters, digits, '.', '_' and '-'");
            } else {
                namedProviders.add(new NamedProvider(name, provider));
            }
        } catch (RuntimeException | Error e) {
            ProvidedWorkload.rethrowErrorOfJvm(e);
            failures.add(provider.getClass().getName() + " has no name: " + PlainText.line(e.toString()));
        }
    }

    /** Uses the calling thread's class loader. */
    public static ProvidedWorkloads onClassPath() {
        return new ProvidedWorkloads(ServiceLoader.load(WorkloadProvider.class));
    }

    /**
     * @throws InvalidPlanException if there is no such provider, several providers have the name, or an option is invalid
     * @throws RunFailedException if the provider does not load or fails
     */
    public static Workload workload(Provided spec, Collection<String> builtInNames) {
        ProvidedWorkloads providers = onClassPath();
        providers.rejectAmbiguousName(spec.name(), builtInNames);
        WorkloadProvider provider =
                providers.provider(spec.name()).orElseThrow(() -> providers.unknownWorkload(spec.name(), builtInNames));
        return create(spec, provider);
    }

    /** @throws InvalidPlanException if several workloads have the name */
    public void rejectAmbiguousName(String name, Collection<String> builtInNames) {
        List<String> origins = new ArrayList<>();
        if (builtInNames.contains(name)) {
            origins.add("cdc-tester itself");
        }
        namedProviders.stream()
                .filter(provider -> provider.name().equals(name))
                .map(NamedProvider::origin)
                .forEach(origins::add);
        if (origins.size() > 1) {
            throw new InvalidPlanException(
                    "workload",
                    name,
                    "a name that one workload has: this is the name of " + String.join(" and of ", origins));
        }
    }

    private Optional<WorkloadProvider> provider(String name) {
        return namedProviders.stream()
                .filter(provider -> provider.name().equals(name))
                .map(NamedProvider::provider)
                .findFirst();
    }

    private CdcTesterException unknownWorkload(String name, Collection<String> builtInNames) {
        if (!failures.isEmpty()) {
            return new RunFailedException("there is no workload " + name + ", and a provider on the class path does not"
                    + " load: " + String.join("; ", failures));
        }
        List<String> names = new ArrayList<>(builtInNames);
        namedProviders.stream().map(NamedProvider::name).sorted().forEach(names::add);
        return new InvalidPlanException("workload", name, "one of: " + NearNames.oneOf(name, names));
    }

    private static Workload create(Provided spec, WorkloadProvider provider) {
        WorkloadParameters parameters =
                new WorkloadParameters(spec.name(), spec.options(), spec.random(), spec.sending(), spec.stamped());
        try {
            @Nullable Workload workload = provider.workload(parameters);
            if (workload == null) {
                throw new IllegalStateException("it made no workload");
            }
            parameters.rejectUnknownOptions();
            return workload instanceof ConsistentWorkload consistent
                    ? new ProvidedWorkload.Consistent(spec, consistent)
                    : new ProvidedWorkload(spec, workload);
        } catch (CdcTesterException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            ProvidedWorkload.rethrowErrorOfJvm(e);
            throw new RunFailedException(
                    "the provider of workload " + spec.name() + ", "
                            + provider.getClass().getName() + ", failed: " + withCause(e.toString(), e.getCause()),
                    e);
        }
    }

    private static String withCause(@Nullable String message, @Nullable Throwable cause) {
        return PlainText.line(message + (cause == null ? "" : " (" + cause + ")"));
    }
}
