import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: objects as Map, arrays as List, whole numbers as Long. Use your library instead, if you have one. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        if (json.next() != 0) throw json.fault();
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(String text) {
        return (Map<String, Object>) parse(text);
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> members = new ArrayList<>();
            map.forEach((name, member) -> members.add(quote((String) name) + ":" + write(member)));
            return "{" + String.join(",", members) + "}";
        }
        if (value instanceof List<?> list) return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
        return value instanceof String string ? quote(string) : String.valueOf(value);
    }

    private static String quote(String string) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char character : string.toCharArray()) {
            if (character == '"' || character == '\\') quoted.append('\\').append(character);
            else if (character < ' ') quoted.append(String.format("\\u%04x", (int) character));
            else quoted.append(character);
        }
        return quoted.append('"').toString();
    }

    /** The next character that is no white space; 0 at the end. */
    private char next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        return at < text.length() ? text.charAt(at) : 0;
    }

    private IllegalArgumentException fault() {
        return new IllegalArgumentException("No JSON at character " + at);
    }

    private boolean take(char expected) {
        if (next() != expected) return false;
        at++;
        return true;
    }

    private Object value() {
        if (take('{')) {
            Map<String, Object> map = new LinkedHashMap<>();
            if (take('}')) return map;
            do {
                next();
                String name = string();
                if (!take(':')) throw fault();
                map.put(name, value());
            } while (take(','));
            if (!take('}')) throw fault();
            return map;
        }
        if (take('[')) {
            List<Object> list = new ArrayList<>();
            if (take(']')) return list;
            do list.add(value());
            while (take(','));
            if (!take(']')) throw fault();
            return list;
        }
        return next() == '"' ? string() : scalar();
    }

    private Object scalar() {
        int start = at;
        while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(start, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> word.matches("-?\\d+") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
        };
    }

    private String string() {
        if (!take('"')) throw fault();
        StringBuilder string = new StringBuilder();
        for (; at < text.length() && text.charAt(at) != '"'; at++) {
            char character = text.charAt(at);
            if (character != '\\') {
                string.append(character);
                continue;
            }
            char escaped = text.charAt(++at);
            int place = "bfnrt".indexOf(escaped);
            if (escaped == 'u') {
                string.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                at += 4;
            } else string.append(place < 0 ? escaped : "\b\f\n\r\t".charAt(place));
        }
        if (!take('"')) throw fault();
        return string.toString();
    }
}
