# docker build -t rivulet .
# docker run --rm -p 127.0.0.1:8080:8080 -v rivulet:/data -v "$PWD/schema.graphql:/etc/rivulet/schema.graphql:ro" rivulet
#
# Without a schema of yours it serves the blog example. Other subcommands follow the image's name:
# docker run --rm -v "$PWD:/app:ro" rivulet check-schema /app/schema.graphql

FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libsqlite3-dev=3.40.1-* pkg-config=1.8.1-* zlib1g-dev=1:1.2.13* \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# The Swift runtime goes into the binary; SQLite and zlib stay Debian's, so that their security updates reach the image.
RUN swift build -c release --static-swift-stdlib --product rivulet \
    && install -D -s .build/release/rivulet /out/rivulet

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends libsqlite3-0=3.40.1-* zlib1g=1:1.2.13* \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin rivulet \
    && install -d -o rivulet -g rivulet -m 0750 /data
COPY --from=build /out/rivulet /usr/local/bin/rivulet
COPY Examples/blog/schema.graphql /etc/rivulet/schema.graphql

# In a container loopback reaches nobody; which host port leads here is what -p says. PORT, when set, wins over this port.
ENV RIVULET_LISTEN=0.0.0.0:8080 \
    RIVULET_SCHEMA=/etc/rivulet/schema.graphql \
    RIVULET_DATABASE=/data/rivulet.db
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8080

# Ready means: the store is open and answers. The image has no HTTP client, but bash opens sockets by itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/${PORT:-${RIVULET_LISTEN##*:}} \
    && printf 'GET /readyz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 \
    && read -r line <&3 && [[ $line == *' 200 '* ]]"]

ENTRYPOINT ["rivulet"]
CMD ["serve"]
