// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Intercepts GTIDs on connections of MariaDB's driver, which ignores GTIDs and has no listener interface. Its plugins see
 * sockets before TLS, or require compilation against the driver. Therefore this class replaces the input stream of the driver's
 * packet reader, after TLS and decompression. With another driver version, {@link #listen} may throw a {@link
 * ReflectiveOperationException}, and then changes nothing.
 */
final class MariaDbDriver {

    /** Older versions skip GTIDs in MySQL's responses in the wrong buffer. */
    private static final int[] MIN_VERSION_FOR_MYSQL = {3, 5, 11};

    private static final String CONNECTION = "org.mariadb.jdbc.Connection";
    private static final String READER = "org.mariadb.jdbc.client.socket.Reader";
    private static final String CONFIGURATION = "org.mariadb.jdbc.Configuration";

    private MariaDbDriver() {}

    static boolean isOf(Connection connection) {
        return connection.getClass().getName().equals(CONNECTION);
    }

    static boolean isSafeForMySql(String version) {
        String[] numbers = version.split("[^0-9]+", 4);
        for (int i = 0; i < MIN_VERSION_FOR_MYSQL.length; i++) {
            int number = i < numbers.length && !numbers[i].isEmpty() ? Integer.parseInt(numbers[i]) : 0;
            if (number != MIN_VERSION_FOR_MYSQL[i]) {
                return number > MIN_VERSION_FOR_MYSQL[i];
            }
        }
        return true;
    }

    /** Starts with the next response. Call it only between two statements, while no response is pending. */
    static void listen(Connection connection, CommitSink sink) throws ReflectiveOperationException, SQLException {
        Object client = connection.getClass().getMethod("getClient").invoke(connection);
        Field readerField = field(client.getClass(), READER);
        Object reader = readerField.get(client);
        Object configuration = field(client.getClass(), CONFIGURATION).get(client);
        Object sequence = reader.getClass().getMethod("getSequence").invoke(reader);
        InputStream in = (InputStream)
                field(reader.getClass(), InputStream.class.getName()).get(reader);
        Constructor<?> constructor =
                reader.getClass().getConstructor(InputStream.class, configuration.getClass(), sequence.getClass());
        Object listeningReader = constructor.newInstance(new OkPackets(in, sink), configuration, sequence);
        copySettings(reader, listeningReader);
        readerField.set(client, listeningReader);
    }

    private static Field field(Class<?> type, String fieldType) throws NoSuchFieldException {
        for (Class<?> declaringType = type; declaringType != null; declaringType = declaringType.getSuperclass()) {
            for (Field field : declaringType.getDeclaredFields()) {
                if (field.getType().getName().equals(fieldType) && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(type.getName() + " has no " + fieldType);
    }

    private static void copySettings(Object from, Object to) throws IllegalAccessException {
        for (Field field : from.getClass().getDeclaredFields()) {
            if ((field.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) == 0) {
                field.setAccessible(true);
                field.set(to, field.get(from));
            }
        }
    }
}
