// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.EndpointCopy;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

record ServerField(Field field, CdcServer annotation) {

    private static final Namespace NAMESPACE = Namespace.create(ServerField.class);

    private static final String VALID_VALUES = "an Endpoint or a Supplier of one, an EmbeddedMariaDb, or something with"
            + " getJdbcUrl(), getUsername() and getPassword(), such as a container";

    private static final String IN_TIME = ", at the latest when a test requests it";

    /** A container that this extension starts, and stops on close. */
    private static final class StartedContainer implements AutoCloseable {

        private final Object container;
        private boolean hasStarted;
        private @Nullable Throwable failure;

        StartedContainer(Object container) {
            this.container = container;
        }

        /**
         * Starts the container unless it is running. Tests that run in parallel start it once. After a failed start, fails at once:
         * the start could reach its timeout in each test.
         */
        synchronized void ensureRunning() {
            if (isRunning(container)) {
                return;
            }
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            try {
                call(container, "start");
                hasStarted = true;
            } catch (RuntimeException | Error e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public synchronized void close() {
            if (hasStarted) {
                // Docker's client fails in an interrupted thread
                try (DeferredInterrupt ignored = DeferredInterrupt.begin()) {
                    call(container, "stop");
                }
            }
        }
    }

    /** Prefers the test class and its superclasses to the enclosing classes. */
    static Optional<ServerField> of(ExtensionContext context) {
        List<Class<?>> classes = new ArrayList<>(context.getEnclosingTestClasses());
        classes.add(context.getRequiredTestClass());
        for (int i = classes.size() - 1; i >= 0; i--) {
            List<Field> fields = AnnotationSupport.findAnnotatedFields(
                    classes.get(i), CdcServer.class, field -> true, HierarchyTraversalMode.BOTTOM_UP);
            if (fields.size() > 1) {
                String names = fields.stream().map(Field::getName).sorted().collect(Collectors.joining(", "));
                throw new ExtensionConfigurationException("@CdcServer is on " + fields.size() + " fields of "
                        + classes.get(i).getName() + " (" + names
                        + "), but must be on one: the server of its tests");
            }
            if (!fields.isEmpty()) {
                Field field = fields.get(0);
                return Optional.of(new ServerField(field, field.getAnnotation(CdcServer.class)));
            }
        }
        return Optional.empty();
    }

    /** Starts a container that is not running. */
    TestServer server(ExtensionContext context) {
        Object value = value(context);
        if (value == null) {
            throw invalid("is null", VALID_VALUES + IN_TIME);
        }
        if (value instanceof EmbeddedMariaDb embedded) {
            return new TestServer(withAccount(embedded.endpoint()), embedded, toString());
        }
        return new TestServer(withAccount(endpoint(value, context)), null, toString());
    }

    private Endpoint endpoint(Object value, ExtensionContext context) {
        if (value instanceof Endpoint endpoint) {
            return endpoint;
        }
        Object supplied = value instanceof Supplier<?> supplier ? supplier.get() : null;
        if (supplied instanceof Endpoint endpoint) {
            return endpoint;
        }
        if (!hasMethods(value, "getJdbcUrl", "getUsername", "getPassword")) {
            throw value instanceof Supplier
                    ? wrongSupplier(supplied)
                    : invalid("is a " + value.getClass().getName(), VALID_VALUES);
        }
        if (hasMethods(value, "isRunning", "start", "stop") && !isRunning(value)) {
            lifetimeContext(context)
                    .getStore(NAMESPACE)
                    .getOrComputeIfAbsent(value, StartedContainer::new, StartedContainer.class)
                    .ensureRunning(); // a test may have stopped it
        }
        return Endpoint.of(text(value, "getJdbcUrl"), text(value, "getUsername"), text(value, "getPassword"));
    }

    /** The class of a supplier is usually a lambda, whose name explains nothing. */
    private ExtensionConfigurationException wrongSupplier(@Nullable Object supplied) {
        return supplied == null
                ? invalid("is a Supplier that returned null", VALID_VALUES + IN_TIME)
                : invalid("is a Supplier that returned a " + supplied.getClass().getName(), VALID_VALUES);
    }

    private Endpoint withAccount(Endpoint endpoint) {
        return annotation.user().isEmpty()
                ? endpoint
                : EndpointCopy.of(endpoint).user(annotation.user()).build();
    }

    /** A started container is stopped at the end of this context. */
    private ExtensionContext lifetimeContext(ExtensionContext context) {
        return isStatic() || context.getTestInstanceLifecycle().equals(Optional.of(Lifecycle.PER_CLASS))
                ? TestServer.outermostClassContext(context)
                : context;
    }

    private boolean isStatic() {
        return Modifier.isStatic(field.getModifiers());
    }

    private @Nullable Object value(ExtensionContext context) {
        Object owner = null;
        if (!isStatic()) {
            owner = context.getTestInstances()
                    .flatMap(instances -> instances.findInstance(field.getDeclaringClass()))
                    .orElseThrow(() ->
                            invalid("belongs to an instance", "static if @BeforeAll or a constructor requests it"));
        }
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new ExtensionConfigurationException(this + " cannot be read: " + e.getMessage(), e);
        }
    }

    private ExtensionConfigurationException invalid(String problem, String expected) {
        return new ExtensionConfigurationException(this + " " + problem + ", but must be " + expected);
    }

    private static boolean isRunning(Object container) {
        return !Boolean.FALSE.equals(call(container, "isRunning"));
    }

    private static boolean hasMethods(Object value, String... methods) {
        return Stream.of(methods).allMatch(name -> method(value, name) != null);
    }

    private static String text(Object value, String method) {
        return String.valueOf(call(value, method));
    }

    private static @Nullable Method method(Object value, String name) {
        try {
            return value.getClass().getMethod(name);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** Rethrows unchecked exceptions of the method unchanged. */
    private static @Nullable Object call(Object value, String name) {
        Method method = method(value, name);
        if (method == null) {
            throw new IllegalStateException(value.getClass() + " has no " + name + "()");
        }
        try {
            method.setAccessible(true); // the class may not be public
            return method.invoke(value);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            } else if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new ExtensionConfigurationException(
                    value.getClass().getName() + "." + name + "() failed", e.getCause());
        } catch (IllegalAccessException e) {
            throw new ExtensionConfigurationException(
                    value.getClass().getName() + "." + name + "() cannot be called", e);
        }
    }

    @Override
    public String toString() {
        return "@CdcServer " + field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }
}
