package org.partita.web.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import jakarta.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.partita.web.testing.HttpFace;

class ClusterResourceTest {
    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void createTopics() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":2}");
        face.post("/v1/topics", "{\"name\":\"bills\",\"partitions\":1}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void metadataNamesTheLeaderOfEveryPartition() {
        JsonObject metadata = json(face.get("/v1/metadata"));

        assertThat(metadata.keySet()).containsExactly("clusterId", "version", "brokers", "topics");
        JsonObject broker = metadata.getJsonArray("brokers").getJsonObject(0);
        assertThat(broker.getInt("id")).isEqualTo(1);
        assertThat(broker.getString("zone")).isEqualTo("a");
        assertThat(broker.getString("http")).isEqualTo("127.0.0.1:8080");
        assertThat(broker.isNull("wire")).isTrue();
        JsonObject orders = metadata.getJsonArray("topics").getJsonObject(1);
        assertThat(orders.getString("name")).isEqualTo("orders");
        assertThat(orders.getJsonArray("partitions").getJsonObject(1).getInt("leader")).isEqualTo(1);
    }

    @Test
    void bothTellWhereKafkaClientsConnectTo() {
        face.tellWire("queue.example:9092");

        JsonObject inMetadata = json(face.get("/v1/metadata")).getJsonArray("brokers").getJsonObject(0);
        JsonObject inCluster = json(face.get("/v1/cluster")).getJsonArray("brokers").getJsonObject(0);

        assertThat(inMetadata.getString("wire")).isEqualTo("queue.example:9092");
        assertThat(inCluster.getString("wire")).isEqualTo("queue.example:9092");
    }

    @Test
    void metadataOfNamedTopicsIsInTheOrderAskedFor() {
        JsonObject metadata = json(face.get("/v1/metadata?topics=orders,bills,orders"));

        assertThat(metadata.getJsonArray("topics").getValuesAs(topic -> topic.asJsonObject().getString("name")))
            .containsExactly("orders", "bills");
        problem(face.get("/v1/metadata?topics=orders,nothing"), 404, "topic-not-found");
        problem(face.get("/v1/metadata?topics=orders,"), 400, "invalid-request");
    }

    @Test
    void clusterOfOneBrokerIsDescribed() {
        JsonObject cluster = json(face.get("/v1/cluster"));

        assertThat(cluster.keySet()).containsExactly("clusterId", "controller", "metadataVersion", "featureLevel",
            "brokers", "underReplicated", "offline");
        assertThat(cluster.getJsonObject("controller").getInt("broker")).isEqualTo(1);
        assertThat(cluster.getJsonObject("controller").isNull("ballot")).isTrue();
        assertThat(cluster.getInt("underReplicated")).isZero();
        assertThat(cluster.getInt("offline")).isZero();
        JsonObject broker = cluster.getJsonArray("brokers").getJsonObject(0);
        assertThat(broker.getString("state")).isEqualTo("ready");
        assertThat(broker.getInt("leaders")).isEqualTo(3);
        assertThat(broker.getInt("replicas")).isEqualTo(3);
        assertThat(broker.getJsonObject("disk").keySet()).containsExactly("totalBytes", "usableBytes");
    }
}
