/**
 * JSON without losses: strict reading with exact slices, strict binding of request records, writing of answers.
 *
 * <p>Used by the resources of the HTTP face. Cursors and outputs belong to one request; everything else is immutable.
 */
package org.partita.web.json;
