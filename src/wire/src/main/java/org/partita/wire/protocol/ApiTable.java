package org.partita.wire.protocol;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.apache.kafka.common.requests.ApiVersionsResponse;

/** The APIs there are. ApiVersions, which tells of them, is one of them by itself. */
final class ApiTable {
    private static final int MAX_API_VERSIONS = 4;

    private final SortedMap<Short, Api> apis = new TreeMap<>();

    ApiTable(List<Api> others) {
        List<Api> all = new ArrayList<>(others);
        all.add(Api.of(ApiKeys.API_VERSIONS, 0, MAX_API_VERSIONS, ApiVersionsRequest.class, this::answer));
        for (Api each : all) {
            if (apis.put(each.key().id, each) != null) throw new IllegalArgumentException(each.key() + " twice");
        }
    }

    Optional<Api> find(short apiKey) {
        return Optional.ofNullable(apis.get(apiKey));
    }

    Collection<Api> all() {
        return apis.values();
    }

    /** To a version of ApiVersions that is not known here, in version 0: the client asks again in one that is. */
    ApiVersionsResponse unsupportedVersion() {
        return response(Errors.UNSUPPORTED_VERSION);
    }

    private CompletionStage<ApiVersionsResponse> answer(ApiVersionsRequest request) {
        return CompletableFuture.completedStage(response(request.isValid() ? Errors.NONE : Errors.INVALID_REQUEST));
    }

    private ApiVersionsResponse response(Errors error) {
        ApiVersionsResponseData data = new ApiVersionsResponseData().setErrorCode(error.code());
        for (Api each : apis.values()) {
            boolean told = error == Errors.NONE
                || error == Errors.UNSUPPORTED_VERSION && each.key() == ApiKeys.API_VERSIONS;
            if (told) {
                data.apiKeys().add(new ApiVersion().setApiKey(each.key().id).setMinVersion(each.toldMinVersion())
                    .setMaxVersion(each.maxVersion()));
            }
        }
        return new ApiVersionsResponse(data);
    }
}
