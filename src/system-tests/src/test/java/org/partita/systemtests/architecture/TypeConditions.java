package org.partita.systemtests.architecture;

import static com.tngtech.archunit.lang.SimpleConditionEvent.satisfied;
import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import java.util.Map;
import java.util.TreeMap;

/** Conditions on types that ArchUnit does not bring. */
final class TypeConditions {
    /** Nobody outside can add a subclass: final, record, enum, interface, sealed, anonymous or never inherited. */
    static final ArchCondition<JavaClass> BE_CLOSED = new ArchCondition<>("be closed to foreign subclasses") {
        @Override
        public void check(JavaClass type, ConditionEvents events) {
            boolean closed = type.isInterface() || type.isEnum() || type.isRecord() || type.isAnonymousClass()
                || type.getModifiers().contains(JavaModifier.FINAL) || isSealed(type);
            events.add(closed ? satisfied(type, type.getName()) : violated(type, type.getName() + " can be extended"));
        }
    };

    private TypeConditions() {
    }

    /** Counts the types a reader sees as files, package by package. */
    static ArchCondition<JavaClass> liveInPackagesOfAtMost(int types) {
        return new ArchCondition<>("live in packages of at most " + types + " types") {
            private final Map<String, Integer> typesByPackage = new TreeMap<>();

            @Override
            public void check(JavaClass type, ConditionEvents events) {
                typesByPackage.merge(type.getPackageName(), 1, Integer::sum);
            }

            @Override
            public void finish(ConditionEvents events) {
                typesByPackage.forEach((name, count) -> {
                    String text = name + " has " + count + " types";
                    events.add(count <= types ? satisfied(name, text) : violated(name, text));
                });
                typesByPackage.clear();
            }
        };
    }

    private static boolean isSealed(JavaClass type) {
        return type.reflect().isSealed();
    }
}
