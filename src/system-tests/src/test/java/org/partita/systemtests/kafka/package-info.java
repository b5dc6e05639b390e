/** The files on disk, between this product and Kafka: each reads what the other wrote. */
package org.partita.systemtests.kafka;
