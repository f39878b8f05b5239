# docker build -t kurier .
# docker run --rm -it --network host kurier serve --no-open      the board in the browser, on this machine only
# docker run --rm -i kurier                                      the engine, which speaks UCI and the protocol of XBoard
FROM rust:1.91-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo build --release --locked --package kurier --bin kurier \
    && strip target/release/kurier

FROM debian:bookworm-slim
RUN useradd --create-home --uid 10001 kurier
COPY --from=build /source/target/release/kurier /usr/local/bin/kurier
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/kurier/
USER kurier
WORKDIR /home/kurier
ENTRYPOINT ["kurier"]
