/**
 * The shape of the product as rules over its compiled classes and its sources.
 *
 * <p>Every rule is a function of the packages it speaks about, so that it can be shown to fail on a fixture.
 */
package org.partita.systemtests.architecture;
