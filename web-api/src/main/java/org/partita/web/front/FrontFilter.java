package org.partita.web.front;

import java.io.IOException;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.eclipse.microprofile.config.ConfigProvider;

import org.partita.settings.Setting;
import org.partita.web.http.BodyLimits;
import org.partita.web.metrics.RequestMeter;

/** The first to see a request and the last to see its answer: builds a {@link FrontDoor} and hands over to it. */
@WebFilter(urlPatterns = "/*", asyncSupported = true,
    dispatcherTypes = {DispatcherType.REQUEST, DispatcherType.ASYNC})
public class FrontFilter implements Filter {
    /** A client that is told that it is late may keep one waiting. */
    private static final int TIMER_THREADS = 4;

    @Inject
    private RequestMeter meter;

    @Inject
    private BodyLimits limits;

    @Resource
    private ManagedThreadFactory threads;

    private ScheduledThreadPoolExecutor timers;
    private FrontDoor door;

    @Override
    public void init(FilterConfig config) {
        String advertised = ConfigProvider.getConfig()
            .getOptionalValue(Setting.ADVERTISE_HTTP.propertyName(), String.class).orElse("");
        // Not a managed executor: that notes the context of the container with each timer, which costs a lot.
        timers = new ScheduledThreadPoolExecutor(TIMER_THREADS, threads);
        timers.setRemoveOnCancelPolicy(true);
        // Else the first request that waits would start one, with its own context, while the server still starts.
        timers.prestartAllCoreThreads();
        door = new FrontDoor(new AddressGuard(advertised), new BodyArrivals(limits, timers), meter);
    }

    @Override
    public void destroy() {
        timers.shutdownNow();
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
        HttpServletRequest entering = (HttpServletRequest) request;
        HttpServletResponse answer = (HttpServletResponse) response;
        if (request.getDispatcherType() == DispatcherType.ASYNC) door.reenter(entering, answer, chain);
        else door.enter(entering, answer, chain);
    }
}
