import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps a copy of the records that it follows, by the journal: javac *.java && java MirrorChanges --once
 *
 * <p>Environment: BASE_URL, API_KEY (scopes changes:read and sales:read), FOLDER (for the copy).
 */
public final class MirrorChanges {
    /** Kinds of the journal, and where their records are read. */
    private static final Map<String, String> PATHS =
        Map.of("order", "/orders", "invoice", "/invoices", "shipment", "/shipments");
    private static final Path FOLDER = Path.of(Service.setting("FOLDER", "mirror"));
    private static final Path PROGRESS = FOLDER.resolve("position");

    /** Writes a file so that it is there as a whole or not at all. */
    private static void writeWhole(Path path, String text) throws IOException {
        Path unfinished = path.resolveSibling(path.getFileName() + ".unfinished");
        Service.write(unfinished, text, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Stores a record as it is now, which may be later than the change; removes one that is gone. */
    private static void copyRecord(Object kind, Object id) throws Exception {
        Map<String, Object> record = Service.call("GET", PATHS.get(kind) + "/" + id, null);
        Path path = FOLDER.resolve(kind + "-" + id + ".json");
        if (record == null) Files.deleteIfExists(path);
        else writeWhole(path, Json.write(record));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> changes(Map<String, Object> page) {
        return (List<Map<String, Object>>) page.get("CHANGES");
    }

    public static void main(String[] arguments) throws Exception {
        boolean isOnce = List.of(arguments).contains("--once");
        Files.createDirectories(FOLDER);
        Map<String, Object> page;
        do {
            String position = Files.exists(PROGRESS) ? Files.readString(PROGRESS) : "0";
            String query = "after=" + position + "&kinds=" + String.join(",", PATHS.keySet())
                + "&limit=200&wait=" + (isOnce ? 0 : 30);
            page = Service.call("GET", "/changes?" + query, null);
            Map<String, Map<String, Object>> records = new LinkedHashMap<>();
            for (Map<String, Object> change : changes(page)) records.put(change.get("KIND") + "-" + change.get("ID"), change);
            for (Map<String, Object> change : records.values()) copyRecord(change.get("KIND"), change.get("ID"));
            // After the records: whatever dies in between, they are read again and nothing is missed.
            writeWhole(PROGRESS, String.valueOf(page.get("NEXT")));
        } while (!isOnce || (Long) page.get("NEXT") < (Long) page.get("CURRENT"));
    }
}
