import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Receives webhooks, verifies their signatures and writes each event once: javac *.java && java ReceiveWebhooks
 *
 * <p>Environment: SECRET (of the webhook, whsec_...), PORT, OUT (a file).
 */
public final class ReceiveWebhooks {
    private static final int MAX_BODY = 1024 * 1024;
    private static final int TOLERANCE_SECONDS = 300;
    private static final Path OUT = Path.of(Service.setting("OUT", "events.ndjson"));
    private static final Set<Object> SEEN = new HashSet<>();

    /** The key of a secret of the Standard Webhooks specification is its Base64. */
    private static byte[] key(String secret) {
        return secret.startsWith("whsec_")
            ? Base64.getDecoder().decode(secret.substring(6))
            : secret.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether somebody who knows the secret has signed this body within the last five minutes. */
    private static boolean isGenuine(String id, String timestamp, String signatures, byte[] body)
        throws GeneralSecurityException {
        if (!timestamp.matches("\\d{1,12}")) return false;
        long age = System.currentTimeMillis() / 1000 - Long.parseLong(timestamp);
        if (Math.abs(age) > TOLERANCE_SECONDS) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key(System.getenv("SECRET")), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        boolean isGenuine = false;
        for (String signature : signatures.split(" "))
            isGenuine |= MessageDigest.isEqual(signature.getBytes(StandardCharsets.UTF_8), expected);
        return isGenuine;
    }

    /** The place for your own work. It must be done, or be on the disk, before the delivery is confirmed. */
    private static synchronized void store(String id, Map<String, Object> event) throws IOException {
        if (SEEN.contains(id)) return; // deliveries are repeated until the service knows that they arrived
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("webhookId", id);
        line.putAll(event);
        Service.appendLines(OUT, List.of(line));
        SEEN.add(id);
    }

    private static int receive(HttpExchange exchange) throws IOException, GeneralSecurityException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) return 413;
        String[] headers = new String[3];
        String[] names = {"webhook-id", "webhook-timestamp", "webhook-signature"};
        for (int at = 0; at < names.length; at++) {
            headers[at] = exchange.getRequestHeaders().getFirst(names[at]);
            if (headers[at] == null) return 401;
        }
        if (!isGenuine(headers[0], headers[1], headers[2], body)) return 401;
        store(headers[0], Json.object(new String(body, StandardCharsets.UTF_8)));
        return 204;
    }

    public static void main(String[] arguments) throws IOException {
        for (Map<String, Object> line : Service.readLines(OUT)) SEEN.add(line.get("webhookId"));
        int port = Integer.parseInt(Service.setting("PORT", "8080"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", exchange -> {
            int status = 500;
            try {
                status = receive(exchange);
            } catch (GeneralSecurityException | IllegalArgumentException error) {
                System.err.println(error);
            } finally {
                exchange.sendResponseHeaders(status, -1);
                exchange.close();
            }
        });
        server.start();
    }
}
