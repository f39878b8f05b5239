# Builds the engine as OpenBench does: `make EXE=name` puts the program beside this file. Everybody else uses cargo.
EXE ?= kurier

ifdef EVALFILE
$(error Kurier's networks are part of the source, so that a commit names them. Other networks: the UCI option EvalFile)
endif

ifeq ($(OS),Windows_NT)
BUILT := target/release/kurier.exe
NAME := $(EXE:.exe=).exe
else
BUILT := target/release/kurier
NAME := $(EXE)
endif

.PHONY: all
all:
	cargo build --release --locked --package kurier --bin kurier
	cp $(BUILT) $(NAME)
