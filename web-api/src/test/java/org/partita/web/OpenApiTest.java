package org.partita.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    private static final Pattern PATH = Pattern.compile("  (/\\S*):");
    private static final Pattern METHOD = Pattern.compile("    (get|put|post|delete|patch):");
    private static final Pattern REFERENCE = Pattern.compile("\\$ref: '#/components/(\\w+)/([\\w-]+)'");

    @Test
    void documentDescribesExactlyThePathsAndMethodsThatExist() throws IOException {
        SortedSet<String> documented = new TreeSet<>();
        String path = "";
        for (String line : document()) {
            Matcher pathLine = PATH.matcher(line);
            Matcher methodLine = METHOD.matcher(line);
            if (pathLine.matches()) path = pathLine.group(1);
            else if (methodLine.matches()) documented.add(methodLine.group(1).toUpperCase(Locale.ROOT) + " " + path);
        }

        assertThat(documented).isEqualTo(implemented());
    }

    @Test
    void everyReferenceOfTheDocumentLeadsSomewhere() throws IOException {
        List<String> lines = document();
        SortedSet<String> defined = new TreeSet<>();
        String section = "";
        for (String line : lines.subList(lines.indexOf("components:"), lines.size())) {
            if (line.matches("  \\w+:")) section = line.strip().replace(":", "");
            if (line.matches("    [\\w-]+:")) defined.add(section + "/" + line.strip().replace(":", ""));
        }

        SortedSet<String> used = new TreeSet<>();
        for (String line : lines) {
            Matcher reference = REFERENCE.matcher(line);
            while (reference.find()) used.add(reference.group(1) + "/" + reference.group(2));
        }

        assertThat(defined).containsAll(used);
    }

    private static SortedSet<String> implemented() {
        SortedSet<String> found = new TreeSet<>();
        for (Class<?> type : new PartitaApplication().getClasses()) {
            Path root = type.getAnnotation(Path.class);
            if (root == null) continue;
            for (Method method : type.getDeclaredMethods()) {
                Path below = method.getAnnotation(Path.class);
                String path = "/v1/" + root.value() + (below == null ? "" : "/" + below.value());
                Arrays.stream(method.getAnnotations())
                    .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                    .filter(verb -> verb != null)
                    .forEach(verb -> found.add(verb.value() + " " + path));
            }
        }
        return found;
    }

    private static List<String> document() throws IOException {
        try (InputStream yaml = OpenApiTest.class.getResourceAsStream("/META-INF/openapi.yaml")) {
            return new String(yaml.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
