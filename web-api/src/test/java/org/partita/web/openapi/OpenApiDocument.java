package org.partita.web.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;

/** The document that the API gives of itself, as a reader of others understands it. */
final class OpenApiDocument {
    private final OpenAPI api;
    private final List<String> findings;

    private OpenApiDocument(SwaggerParseResult read) {
        this.api = read.getOpenAPI();
        this.findings = read.getMessages();
    }

    /** One operation of the document. */
    record Described(String path, String method, PathItem item, Operation operation) {
        String name() {
            return method + " " + path;
        }

        /** Of answers that are no errors. */
        SortedSet<String> answerTypes() {
            SortedSet<String> types = new TreeSet<>();
            operation.getResponses().forEach((status, answer) -> {
                if (status.startsWith("2") && answer.getContent() != null) types.addAll(answer.getContent().keySet());
            });
            return types;
        }

        Content body() {
            return operation.getRequestBody() == null ? new Content() : operation.getRequestBody().getContent();
        }
    }

    static OpenApiDocument read() {
        try (InputStream yaml = OpenApiDocument.class.getResourceAsStream("/META-INF/openapi.yaml")) {
            String text = new String(yaml.readAllBytes(), StandardCharsets.UTF_8);
            return new OpenApiDocument(new OpenAPIV3Parser().readContents(text, null, new ParseOptions()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What the reader has to say against it. */
    List<String> findings() {
        return findings;
    }

    List<Described> operations() {
        List<Described> all = new ArrayList<>();
        api.getPaths().forEach((path, item) -> item.readOperationsMap().forEach((method, operation) ->
            all.add(new Described(path, method.name(), item, operation))));
        return all;
    }

    /** @param in path, query or header */
    SortedSet<String> parameters(Described of, String in) {
        SortedSet<String> names = new TreeSet<>();
        Stream.of(of.item().getParameters(), of.operation().getParameters()).filter(list -> list != null)
            .flatMap(List::stream).map(this::resolved).filter(each -> each.getIn().equals(in))
            .forEach(each -> names.add(each.getName()));
        return names;
    }

    /** @param operation its method and path */
    Schema<?> parameter(String operation, String name) {
        return operations().stream().filter(each -> each.name().equals(operation))
            .flatMap(each -> each.operation().getParameters().stream()).map(this::resolved)
            .filter(each -> each.getName().equals(name)).findFirst().orElseThrow().getSchema();
    }

    private Parameter resolved(Parameter parameter) {
        return parameter.get$ref() == null ? parameter
            : api.getComponents().getParameters().get(lastPart(parameter.get$ref()));
    }

    Schema<?> schema(String name) {
        return api.getComponents().getSchemas().get(name);
    }

    Schema<?> member(String schema, String name) {
        return schema(schema).getProperties().get(name);
    }

    /** Names of the members that a value may have, of every object in the document. */
    List<SortedSet<String>> objects() {
        List<Schema<?>> found = new ArrayList<>();
        api.getComponents().getSchemas().values().forEach(schema -> collect(schema, found));
        operations().forEach(each -> {
            contents(each).forEach(content -> content.values().forEach(media -> collect(media.getSchema(), found)));
        });
        return found.stream().filter(each -> each.getProperties() != null)
            .<SortedSet<String>>map(each -> new TreeSet<>(each.getProperties().keySet())).toList();
    }

    private static List<Content> contents(Described operation) {
        List<Content> all = new ArrayList<>(List.of(operation.body()));
        operation.operation().getResponses().values().forEach(each -> {
            if (each.getContent() != null) all.add(each.getContent());
        });
        return all;
    }

    private static void collect(Schema<?> schema, List<Schema<?>> into) {
        if (schema == null) return;
        into.add(schema);
        parts(schema).forEach(each -> collect(each, into));
        if (schema.getItems() != null) collect(schema.getItems(), into);
        if (schema.getProperties() != null) schema.getProperties().values().forEach(each -> collect(each, into));
    }

    @SuppressWarnings("rawtypes")
    private static List<Schema<?>> parts(Schema<?> schema) {
        List<Schema<?>> parts = new ArrayList<>();
        for (List<Schema> some : Stream.of(schema.getAllOf(), schema.getOneOf(), schema.getAnyOf())
            .filter(each -> each != null).toList()) {
            for (Schema<?> part : some) parts.add(part);
        }
        return parts;
    }

    /** The schema and all that it refers to or consists of. */
    private List<Schema<?>> flat(Schema<?> schema) {
        if (schema.get$ref() != null) return flat(schema(lastPart(schema.get$ref())));
        List<Schema<?>> all = new ArrayList<>(List.of(schema));
        parts(schema).forEach(part -> all.addAll(flat(part)));
        return all;
    }

    SortedSet<String> members(Schema<?> schema) {
        SortedSet<String> names = new TreeSet<>();
        flat(schema).forEach(each -> {
            if (each.getProperties() != null) names.addAll(each.getProperties().keySet());
        });
        return names;
    }

    /** Paths of members of this value that the schema does not know. */
    List<String> unknownMembers(JsonValue value, Schema<?> schema) {
        List<String> unknown = new ArrayList<>();
        look(value, flat(schema), "", unknown);
        return unknown;
    }

    private void look(JsonValue value, List<Schema<?>> schemas, String path, List<String> unknown) {
        if (schemas.stream().anyMatch(OpenApiDocument::anything)) return;
        if (value instanceof JsonArray array) {
            List<Schema<?>> items = schemas.stream().filter(each -> each.getItems() != null)
                .<Schema<?>>flatMap(each -> flat(each.getItems()).stream()).toList();
            array.forEach(each -> look(each, items, path + "[]", unknown));
        } else if (value instanceof JsonObject object) {
            object.forEach((name, member) -> lookAtMember(name, member, schemas, path + "." + name, unknown));
        }
    }

    private void lookAtMember(String name, JsonValue member, List<Schema<?>> schemas, String path,
                              List<String> unknown) {
        List<Schema<?>> known = new ArrayList<>();
        boolean open = false;
        for (Schema<?> schema : schemas) {
            Map<String, ?> properties = schema.getProperties() == null ? Map.of() : schema.getProperties();
            if (properties.get(name) instanceof Schema<?> found) known.addAll(flat(found));
            open |= schema.getAdditionalProperties() instanceof Schema<?>;
        }
        if (!known.isEmpty()) look(member, known, path, unknown);
        else if (!open) unknown.add(path);
    }

    private static boolean anything(Schema<?> schema) {
        return schema.getType() == null && schema.getProperties() == null && parts(schema).isEmpty()
            && schema.get$ref() == null;
    }

    private static String lastPart(String reference) {
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    /** Fails a lookup early that would test nothing. */
    static <T> Collection<T> notEmpty(Collection<T> all) {
        if (all.isEmpty()) throw new AssertionError("nothing to look at");
        return all;
    }
}
