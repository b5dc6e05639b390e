package org.partita.simulation.invariant;

import java.util.Set;
import java.util.TreeSet;

/** A created topic is there until somebody asks for its deletion; a deleted one is gone until it is created again. */
final class TopicsSurvive implements Invariant {
    private final Set<String> created = new TreeSet<>();
    private final Set<String> deleted = new TreeSet<>();

    @Override
    public void topicCreationAsked(String topic) {
        deleted.remove(topic);
    }

    @Override
    public void topicCreated(String topic) {
        created.add(topic);
        deleted.remove(topic);
    }

    @Override
    public void topicDeletionAsked(String topic) {
        created.remove(topic);
    }

    @Override
    public void topicDeleted(String topic) {
        deleted.add(topic);
    }

    @Override
    public void topicsFound(Set<String> topics) {
        for (String topic : created) {
            if (!topics.contains(topic)) throw new InvariantViolation(this, "topic " + topic + " was lost");
        }
        for (String topic : deleted) {
            if (topics.contains(topic)) throw new InvariantViolation(this, "deleted topic " + topic + " came back");
        }
    }
}
