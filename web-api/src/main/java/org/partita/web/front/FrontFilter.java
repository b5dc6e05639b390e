package org.partita.web.front;

import java.io.IOException;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
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
    @Inject
    private RequestMeter meter;

    @Inject
    private BodyLimits limits;

    @Resource
    private ManagedScheduledExecutorService timers;

    private FrontDoor door;

    @Override
    public void init(FilterConfig config) {
        String advertised = ConfigProvider.getConfig()
            .getOptionalValue(Setting.ADVERTISE_HTTP.propertyName(), String.class).orElse("");
        door = new FrontDoor(new AddressGuard(advertised), new BodyArrivals(limits, timers), meter);
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
