/**
 * How the core waits and runs without threads of its own: loops, timers, completions, deadlines, budgets.
 *
 * <p>{@link org.partita.core.execution.Timers} and {@link org.partita.core.execution.Loops} are ports the container
 * fills in. Callable from anywhere unless a class says that it belongs to one loop.
 */
package org.partita.core.execution;
