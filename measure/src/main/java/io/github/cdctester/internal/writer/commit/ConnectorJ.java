// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Listens to session state changes of MySQL Connector/J. Uses reflection, because users add this driver themselves. The
 * connection must have been opened with {@code trackSessionState}.
 */
final class ConnectorJ {

    private static final String CONNECTION = "com.mysql.cj.jdbc.JdbcConnection";
    private static final String CONTROLLER = "com.mysql.cj.protocol.ServerSessionStateController";
    private static final int TRACK_VARIABLES = 0;
    private static final int TRACK_GTIDS = 3;

    private ConnectorJ() {}

    static boolean isOf(Connection connection) {
        return connection.getClass().getName().startsWith("com.mysql.cj.");
    }

    /** Starts with the next response. The caller must keep a reference to the returned listener. */
    static Object listen(Connection connection, CommitSink sink) throws ReflectiveOperationException {
        ClassLoader loader = connection.getClass().getClassLoader();
        Class<?> controllerType = Class.forName(CONTROLLER, false, loader);
        Class<?> listenerType = Class.forName(CONTROLLER + "$SessionStateChangesListener", false, loader);
        Object controller = Class.forName(CONNECTION, false, loader)
                .getMethod("getServerSessionStateController")
                .invoke(connection);
        Object listener =
                Proxy.newProxyInstance(loader, new Class<?>[] {listenerType}, new Listener(new GtidText(sink), loader));
        controllerType.getMethod("addSessionStateChangesListener", listenerType).invoke(controller, listener);
        return listener;
    }

    private static final class Listener implements InvocationHandler {

        private final GtidText gtids;
        private final Method changesGetter;
        private final Method typeGetter;
        private final Method valuesGetter;

        Listener(GtidText gtids, ClassLoader loader) throws ReflectiveOperationException {
            this.gtids = gtids;
            changesGetter = Class.forName(CONTROLLER + "$ServerSessionStateChanges", false, loader)
                    .getMethod("getSessionStateChangesList");
            Class<?> change = Class.forName(CONTROLLER + "$SessionStateChange", false, loader);
            typeGetter = change.getMethod("getType");
            valuesGetter = change.getMethod("getValues");
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a proxy is equal only to itself
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
                throws ReflectiveOperationException {
            Object argument = arguments == null ? null : arguments[0];
            return switch (method.getName()) {
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> proxy == argument;
                case "toString" -> "cdc-tester's listener";
                default -> {
                    reportChanges((List<?>) changesGetter.invoke(argument));
                    yield null;
                }
            };
        }

        private void reportChanges(List<?> changeList) throws IllegalAccessException, InvocationTargetException {
            for (Object change : changeList) {
                int changeType = (int) typeGetter.invoke(change);
                List<?> texts = (List<?>) valuesGetter.invoke(change);
                if (changeType == TRACK_GTIDS && !texts.isEmpty()) {
                    byte[] text = bytes(texts.get(0));
                    gtids.reportMySqlGtids(text, 0, text.length);
                } else if (changeType == TRACK_VARIABLES && texts.size() == 2 && "last_gtid".equals(texts.get(0))) {
                    byte[] text = bytes(texts.get(1));
                    gtids.reportMariaDbGtid(text, 0, text.length);
                }
            }
        }

        private static byte[] bytes(Object text) {
            return String.valueOf(text).getBytes(StandardCharsets.US_ASCII);
        }
    }
}
