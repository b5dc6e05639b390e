/**
 * For tests of whoever uses or implements the storage port: a disk in memory that can crash and fail, and the contract.
 *
 * <p>Deterministic; thread-safe as the port asks. Faults and crashes are ordered by the test, never by chance alone.
 */
package org.partita.storage.testing;
