package org.partita.wire.server;

import java.util.concurrent.ThreadFactory;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** What waits for sockets: epoll where its native library can be loaded, else the selectors of the JDK. */
enum Transport {
    EPOLL {
        @Override
        EventLoopGroup group(int threads, ThreadFactory factory) {
            return new EpollEventLoopGroup(threads, factory);
        }

        @Override
        Class<? extends ServerChannel> serverChannel() {
            return EpollServerSocketChannel.class;
        }
    },
    NIO {
        @Override
        EventLoopGroup group(int threads, ThreadFactory factory) {
            return new NioEventLoopGroup(threads, factory);
        }

        @Override
        Class<? extends ServerChannel> serverChannel() {
            return NioServerSocketChannel.class;
        }
    };

    static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract EventLoopGroup group(int threads, ThreadFactory factory);

    abstract Class<? extends ServerChannel> serverChannel();
}
