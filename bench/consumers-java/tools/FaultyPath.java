// SPDX-License-Identifier: Apache-2.0
import io.github.cdctester.fault.FaultProxy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * The network between a consumer and the server, as a process: {@code java -cp LIBRARY FaultyPath.java SERVER_PORT
 * SEED}. Prints its port. Reads one command per line from standard input, and answers each with a line:
 * <ul>
 * <li>{@code cut MILLIS}: resets all connections, and closes new ones for this time
 * <li>{@code throttle BYTES}: limits each connection to bytes per second; 0 removes the limit
 * <li>{@code break BYTES}: ends all connections, and each new one after about this many bytes; 0 stops breaking
 * </ul>
 */
final class FaultyPath {

    private FaultyPath() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Random random = new Random(Long.parseLong(arguments[1]));
        try (FaultProxy proxy = FaultProxy.to("127.0.0.1", Integer.parseInt(arguments[0]));
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("port=" + proxy.port());
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                String[] words = line.strip().split(" ");
                long amount = Long.parseLong(words[1]);
                switch (words[0]) {
                    case "cut" -> {
                        proxy.refuse(true).cut();
                        Thread.sleep(amount);
                        proxy.refuse(false);
                    }
                    case "throttle" -> proxy.throttle(amount);
                    case "break" -> {
                        proxy.resetEachAfter(() ->
                                amount == 0 ? Long.MAX_VALUE : amount / 2 + (long) (random.nextDouble() * amount));
                        if (amount > 0) {
                            proxy.cut();
                        }
                    }
                    default -> throw new IllegalArgumentException(line);
                }
                System.out.println("done " + line);
            }
        }
    }
}
