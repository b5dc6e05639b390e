package org.partita.web.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;

import org.partita.web.problem.Problem;

/**
 * Says what {@code Accept} means in words that JAX-RS takes as RFC 9110 has them: of itself JAX-RS gives what has
 * {@code q=0}, and puts parameters of a range into the content type of the answer.
 */
@Provider
@PreMatching
public final class AcceptFilter implements ContainerRequestFilter {
    private static final String QUALITY = "q";
    /** All that this API can answer with; what a wildcard stands for when some of it is excluded. */
    private static final List<MediaType> GIVEN = Stream.of(MediaType.APPLICATION_JSON, BodyLines.MEDIA_TYPE,
        "text/event-stream", MediaType.APPLICATION_OCTET_STREAM, "application/cloudevents+json")
        .map(MediaType::valueOf).toList();

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getHeaderString(HttpHeaders.ACCEPT) == null) return;
        Optional<List<MediaType>> ranges = ranges(request);
        if (ranges.isEmpty() || ranges.get().stream().allMatch(range -> range.getParameters().isEmpty())) return;
        List<String> left = rewritten(ranges.get());
        // A problem is what every client gets: with nothing else left the answer is one, with status 406.
        request.getHeaders().put(HttpHeaders.ACCEPT, left.isEmpty() ? List.of(Problem.MEDIA_TYPE)
            : List.of(String.join(",", left)));
    }

    /** Empty if they cannot be read; whoever matches the request says so. */
    private static Optional<List<MediaType>> ranges(ContainerRequestContext request) {
        try {
            return Optional.of(request.getAcceptableMediaTypes());
        } catch (WebApplicationException | ProcessingException malformed) {
            return Optional.empty();
        }
    }

    /** Ranges without parameters; wildcards are spelled out if something is excluded from them. */
    private static List<String> rewritten(List<MediaType> all) {
        List<MediaType> ranges = all.stream().filter(range -> !excludesVariant(range)).toList();
        boolean complete = ranges.stream().noneMatch(AcceptFilter::isExcluded);
        List<String> left = new ArrayList<>();
        for (MediaType range : ranges) {
            if (isExcluded(range)) continue;
            if (complete || wildcards(range) == 0) left.add(text(range, range));
            else meant(range, ranges).forEach(type -> left.add(text(type, range)));
        }
        return left;
    }

    /** What a wildcard stands for: the types of which no range speaks that is more exact. */
    private static Stream<MediaType> meant(MediaType wildcard, List<MediaType> ranges) {
        return GIVEN.stream().filter(wildcard::isCompatible).filter(type -> ranges.stream().noneMatch(range ->
            wildcards(range) < wildcards(wildcard) && range.isCompatible(type)));
    }

    /** With parameters it means a variant, and this API has none. */
    private static boolean excludesVariant(MediaType range) {
        return isExcluded(range) && range.getParameters().size() > 1;
    }

    private static boolean isExcluded(MediaType range) {
        return Double.parseDouble(quality(range)) == 0;
    }

    private static String quality(MediaType range) {
        return range.getParameters().getOrDefault(QUALITY, "1");
    }

    private static int wildcards(MediaType range) {
        return (range.isWildcardType() ? 1 : 0) + (range.isWildcardSubtype() ? 1 : 0);
    }

    private static String text(MediaType type, MediaType range) {
        return type.getType() + '/' + type.getSubtype() + ";q=" + quality(range);
    }
}
