/**
 * Small state that lets a log open without reading its segments: what was durable, how segments looked, where the log
 * starts. Every piece can be lost; then it is made again from the segments, and a log that has peers is suspect. With
 * it what an opening found.
 *
 * <p>Called by the log. Values and codecs, without threads of their own.
 */
package org.partita.core.log.state;
