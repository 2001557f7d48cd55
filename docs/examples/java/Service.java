import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the programs of this folder share: requests that are repeated, and files of lines. */
final class Service {
    private static final Set<Integer> REPEATED = Set.of(0, 408, 429, 500, 502, 503, 504);
    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Service() {}

    static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    /** Sends a request; tries again, ever more slowly, while the service is busy or unreachable. null: no such record, or position. */
    static Map<String, Object> call(String method, String path, Object body) throws InterruptedException {
        URI uri = URI.create(setting("BASE_URL", "http://localhost:3000") + "/v1" + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + System.getenv("API_KEY"))
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body)))
            .build();
        for (int attempt = 1; ; attempt++) {
            int status = 0;
            String text;
            double seconds = Math.min(0.25 * Math.pow(2, attempt), 30) * (0.5 + Math.random() / 2);
            try {
                HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
                status = response.statusCode();
                text = response.body();
                seconds = response.headers().firstValue("Retry-After").map(Double::valueOf).orElse(seconds);
            } catch (IOException error) { // unreachable, or ended in the middle of an answer
                text = error.toString();
            }
            if (status >= 200 && status < 300) return Json.object(text);
            if ((status == 404 || status == 410) && method.equals("GET")) return null;
            if (!REPEATED.contains(status) || attempt == 10) throw new IllegalStateException(method + " " + path + ": " + text);
            Thread.sleep((long) (seconds * 1000));
        }
    }

    /** Reads a file of JSON lines, without a last line that was cut short. */
    static List<Map<String, Object>> readLines(Path path) throws IOException {
        String text = Files.exists(path) ? Files.readString(path) : "";
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        if (!whole.equals(text)) Files.writeString(path, whole);
        return whole.lines().map(Json::object).toList();
    }

    /** Adds JSON lines to a file, and returns when they are on the disk. */
    static void appendLines(Path path, List<?> values) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Object value : values) lines.append(Json.write(value)).append('\n');
        write(path, lines.toString(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Writes a file, and returns when it is on the disk. */
    static void write(Path path, String text, StandardOpenOption... options) throws IOException {
        try (FileChannel file = FileChannel.open(path, options)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) file.write(bytes);
            file.force(true);
        }
    }
}
