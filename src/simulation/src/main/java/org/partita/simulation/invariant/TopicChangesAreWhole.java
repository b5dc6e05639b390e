package org.partita.simulation.invariant;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * After a start a topic has the settings of the change that was acknowledged last, or of one whose outcome was not
 * told, and of that all.
 */
final class TopicChangesAreWhole implements Invariant {
    private final Map<String, Set<Map<String, String>>> possible = new TreeMap<>();
    private final Map<String, Set<Map<String, String>>> untold = new TreeMap<>();

    @Override
    public void topicChangeAsked(String topic, Map<String, String> config) {
        untold.computeIfAbsent(topic, none -> new LinkedHashSet<>()).add(Map.copyOf(config));
    }

    @Override
    public void topicChanged(String topic, Map<String, String> config) {
        untold.get(topic).remove(config);
        possible.put(topic, Set.of(Map.copyOf(config)));
    }

    @Override
    public void topicChangeRefused(String topic, Map<String, String> config) {
        untold.get(topic).remove(config);
    }

    @Override
    public void topicConfigFound(String topic, Map<String, String> config) {
        Set<Map<String, String>> allowed = new LinkedHashSet<>(possible.getOrDefault(topic, Set.of(Map.of())));
        allowed.addAll(untold.getOrDefault(topic, Set.of()));
        allowed.removeIf(each -> !config.entrySet().containsAll(each.entrySet()));
        if (allowed.isEmpty()) {
            throw new InvariantViolation(this, "topic " + topic + " has " + config + " after a start, "
                + possible.get(topic) + " or one of " + untold.get(topic) + " expected");
        }
        possible.put(topic, allowed);
        untold.remove(topic);
    }
}
