package org.partita.web;

import java.util.Map;
import java.util.Set;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

import org.partita.web.cluster.ClusterResource;
import org.partita.web.cluster.MetadataResource;
import org.partita.web.fetch.FetchResource;
import org.partita.web.http.AcceptFilter;
import org.partita.web.http.AnswerFilter;
import org.partita.web.http.FieldsFilter;
import org.partita.web.http.RequestIdFilter;
import org.partita.web.messages.PublishResource;
import org.partita.web.problem.BrokerExceptionMapper;
import org.partita.web.problem.ProblemWriter;
import org.partita.web.problem.UnexpectedExceptionMapper;
import org.partita.web.problem.WebApplicationExceptionMapper;
import org.partita.web.tail.PartitionTailResource;
import org.partita.web.tail.TopicTailResource;
import org.partita.web.topics.TopicsResource;

/** The HTTP API, version 1. Everything it consists of is named here; nothing is found by scanning. */
@ApplicationPath("v1")
public class PartitaApplication extends Application {
    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(TopicsResource.class, PublishResource.class, FetchResource.class, MetadataResource.class,
            ClusterResource.class, PartitionTailResource.class, TopicTailResource.class, RequestIdFilter.class,
            AcceptFilter.class, FieldsFilter.class, AnswerFilter.class, ProblemWriter.class,
            BrokerExceptionMapper.class, WebApplicationExceptionMapper.class, UnexpectedExceptionMapper.class);
    }

    @Override
    public Map<String, Object> getProperties() {
        return Map.of("jersey.config.server.wadl.disableWadl", true);
    }
}
