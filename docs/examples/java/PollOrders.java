import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fetches the orders that nobody has fetched yet and acknowledges them: javac *.java && java PollOrders --once
 *
 * <p>Environment: BASE_URL, API_KEY (scope sales:write), OUT (a file), PER_PAGE, POLL_SECONDS.
 */
public final class PollOrders {
    private static final Path OUT = Path.of(Service.setting("OUT", "orders.ndjson"));
    private static final Map<String, String> KEYS = new LinkedHashMap<>();
    private static final Map<Object, Object> IMPORTED = new HashMap<>();

    static {
        KEYS.put("id", "ID");
        KEYS.put("pId", "PID");
        KEYS.put("documentNumber", "DOCUMENTNUMBER");
        KEYS.put("total", "TOTAL");
        KEYS.put("version", "VERSION");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> orders(Map<String, Object> page) {
        return (List<Map<String, Object>>) page.get("orders");
    }

    /** The place for your own work. An order that changed meanwhile comes again: its last line counts. */
    private static void importOrders(List<Map<String, Object>> orders) throws Exception {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (Map<String, Object> order : orders) {
            if (order.get("VERSION").equals(IMPORTED.get(order.get("ID")))) continue;
            Map<String, Object> line = new LinkedHashMap<>();
            KEYS.forEach((name, key) -> line.put(name, order.get(key)));
            lines.add(line);
            IMPORTED.put(order.get("ID"), order.get("VERSION"));
        }
        Service.appendLines(OUT, lines);
    }

    public static void main(String[] arguments) throws Exception {
        boolean isOnce = List.of(arguments).contains("--once");
        // What is in OUT already: a run that died between writing and acknowledging repeats nothing.
        for (Map<String, Object> line : Service.readLines(OUT)) IMPORTED.put(line.get("id"), line.get("version"));
        String query = "expand=document&page=1&perPage=" + Service.setting("PER_PAGE", "100");
        for (int stuck = 0; ; ) {
            // Always the first page, since acknowledged orders leave the list.
            List<Map<String, Object>> orders = orders(Service.call("GET", "/orders/pending?" + query, null));
            List<Map<String, Object>> left = List.of();
            if (!orders.isEmpty()) {
                importOrders(orders);
                List<Map<String, Object>> seen = orders.stream()
                    .map(order -> Map.of("id", order.get("ID"), "version", order.get("VERSION")))
                    .toList();
                left = orders(Service.call("PUT", "/orders/received", Map.of("orders", seen))).stream()
                    .filter(one -> !List.of("ok", "unchanged").contains(one.get("result")))
                    .toList();
            }
            for (Map<String, Object> one : left) // changed meanwhile: fetched again by the next round
                System.err.println("order " + one.get("id") + ": " + one.get("result") + " " + one.get("detail"));
            stuck = !orders.isEmpty() && left.size() == orders.size() ? stuck + 1 : 0;
            if (stuck == 5) throw new IllegalStateException("none of these orders can be acknowledged");
            if (orders.isEmpty() && isOnce) return;
            if (orders.isEmpty() || stuck > 0)
                Thread.sleep(orders.isEmpty() ? 1000L * Long.parseLong(Service.setting("POLL_SECONDS", "60")) : 1000);
        }
    }
}
