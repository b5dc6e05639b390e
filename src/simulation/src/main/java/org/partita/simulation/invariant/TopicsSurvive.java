package org.partita.simulation.invariant;

import java.util.Set;
import java.util.TreeSet;

/**
 * A created topic is there until somebody asks for its deletion; a deleted one is gone until it is created again. A
 * change that was refused changes neither.
 */
final class TopicsSurvive implements Invariant {
    private final Set<String> created = new TreeSet<>();
    private final Set<String> deleted = new TreeSet<>();
    private final Set<String> createdBefore = new TreeSet<>();
    private final Set<String> deletedBefore = new TreeSet<>();

    @Override
    public void topicCreationAsked(String topic) {
        remember(topic);
        deleted.remove(topic);
    }

    @Override
    public void topicCreated(String topic) {
        created.add(topic);
        deleted.remove(topic);
    }

    private void remember(String topic) {
        createdBefore.remove(topic);
        deletedBefore.remove(topic);
        if (created.contains(topic)) createdBefore.add(topic);
        if (deleted.contains(topic)) deletedBefore.add(topic);
    }

    @Override
    public void topicChangeRefused(String topic) {
        if (createdBefore.contains(topic)) created.add(topic);
        if (deletedBefore.contains(topic)) deleted.add(topic);
    }

    @Override
    public void topicDeletionAsked(String topic) {
        remember(topic);
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
