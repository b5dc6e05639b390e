/**
 * What one request appends to one partition, and what the partition remembers so that nothing is stored twice.
 *
 * <p>Made by whoever takes the request, used on the partition's loop until the append is answered.
 */
package org.partita.core.append;
