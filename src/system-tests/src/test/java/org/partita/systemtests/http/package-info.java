/** The HTTP face beyond good requests: errors, odd paths and headers, foreign pages, slow clients. */
package org.partita.systemtests.http;
