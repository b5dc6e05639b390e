/** One broker as its users meet it: a program that is started, asked over HTTP, killed and started again. */
package org.partita.systemtests.broker;
