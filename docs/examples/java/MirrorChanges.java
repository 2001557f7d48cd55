import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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

    /** Copies all records. Returns the position in the journal before that, to continue from. */
    private static long copyAll() throws Exception {
        long position = (Long) Service.call("GET", "/changes?limit=1", null).get("CURRENT");
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) Files.delete(file);
        }
        for (String kind : PATHS.keySet()) {
            String path = PATHS.get(kind);
            List<Map<String, Object>> records;
            long since = 0;
            do {
                String query = "?fields=ID&sort=id.asc&perPage=500&since_id=" + since;
                records = list(Service.call("GET", path + query, null), path.substring(1));
                for (Map<String, Object> record : records) {
                    copyRecord(kind, record.get("ID"));
                    since = (Long) record.get("ID") + 1;
                }
            } while (!records.isEmpty());
        }
        return position;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> page, String name) {
        return (List<Map<String, Object>>) page.get(name);
    }

    public static void main(String[] arguments) throws Exception {
        boolean isOnce = List.of(arguments).contains("--once");
        Files.createDirectories(FOLDER);
        Map<String, Object> page;
        do {
            String position = Files.exists(PROGRESS) ? Files.readString(PROGRESS) : null;
            String query = "after=" + position + "&kinds=" + String.join(",", PATHS.keySet())
                + "&limit=200&wait=" + (isOnce ? 0 : 30);
            page = position == null ? null : Service.call("GET", "/changes?" + query, null);
            if (page == null) { // the first run, or the journal no longer has the position
                writeWhole(PROGRESS, String.valueOf(copyAll()));
                continue;
            }
            Map<String, Map<String, Object>> records = new LinkedHashMap<>();
            for (Map<String, Object> change : list(page, "CHANGES")) records.put(change.get("KIND") + "-" + change.get("ID"), change);
            for (Map<String, Object> change : records.values()) copyRecord(change.get("KIND"), change.get("ID"));
            // After the records: whatever dies in between, they are read again and nothing is missed.
            writeWhole(PROGRESS, String.valueOf(page.get("NEXT")));
        } while (!isOnce || page == null || (Long) page.get("NEXT") < (Long) page.get("CURRENT"));
    }
}
