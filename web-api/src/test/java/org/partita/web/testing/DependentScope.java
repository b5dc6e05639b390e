package org.partita.web.testing;

import java.lang.annotation.Annotation;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Singleton;
import org.glassfish.hk2.api.ActiveDescriptor;
import org.glassfish.hk2.api.Context;
import org.glassfish.hk2.api.ServiceHandle;

/** Teaches the injection of the test server what CDI means by dependent: a new object wherever one is wanted. */
@Singleton
final class DependentScope implements Context<Dependent> {
    @Override
    public Class<? extends Annotation> getScope() {
        return Dependent.class;
    }

    @Override
    public <U> U findOrCreate(ActiveDescriptor<U> wanted, ServiceHandle<?> root) {
        return wanted.create(root);
    }

    @Override
    public boolean containsKey(ActiveDescriptor<?> wanted) {
        return false;
    }

    @Override
    public void destroyOne(ActiveDescriptor<?> wanted) {
        // Nothing is kept, so nothing is destroyed.
    }

    @Override
    public boolean supportsNullCreation() {
        return false;
    }

    @Override
    public boolean isActive() {
        return true;
    }

    @Override
    public void shutdown() {
        // Nothing is kept, so nothing is destroyed.
    }
}
