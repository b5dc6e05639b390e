package org.partita.wire.api;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.errors.MismatchedEndpointTypeException;
import org.apache.kafka.common.errors.UnsupportedEndpointTypeException;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.DescribeClusterResponseData.DescribeClusterBroker;
import org.apache.kafka.common.requests.DescribeClusterRequest;
import org.apache.kafka.common.requests.DescribeClusterResponse;

import org.partita.wire.protocol.ApiHandler;

/** Which brokers there are. */
final class DescribeClusterHandler implements ApiHandler<DescribeClusterRequest> {
    private static final byte BROKERS = 1;
    private static final byte CONTROLLERS = 2;

    private final ServedBroker served;

    DescribeClusterHandler(ServedBroker served) {
        this.served = served;
    }

    @Override
    public CompletionStage<DescribeClusterResponse> answer(DescribeClusterRequest request) {
        byte endpoints = request.data().endpointType();
        if (endpoints == CONTROLLERS) {
            throw new MismatchedEndpointTypeException("This is a broker. Connect to it as to one: use "
                + "--bootstrap-server, or bootstrap.servers.");
        }
        if (endpoints != BROKERS) {
            throw new UnsupportedEndpointTypeException("Endpoints of type " + endpoints + " are not known, "
                + BROKERS + " is.");
        }
        DescribeClusterResponseData data = new DescribeClusterResponseData().setClusterId(served.clusterId())
            .setControllerId(served.id()).setEndpointType(BROKERS);
        data.brokers().add(new DescribeClusterBroker().setBrokerId(served.id()).setHost(served.host())
            .setPort(served.port()));
        return CompletableFuture.completedStage(new DescribeClusterResponse(data));
    }
}
