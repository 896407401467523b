"""A causal language model small enough to be made in a test: random weights, letters as tokens."""

from pathlib import Path
from string import ascii_uppercase

TURNS = (
    "{% for message in messages %}<{{ message['role'] }}>{{ message['content'] }}{% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% if hint is defined %}{{ hint }}{% endif %}"
    "{% endif %}"
)
NO_SYSTEM = (
    "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
    + TURNS
)


def tiny_model(
    folder: Path, *, template: str | None = TURNS, context: int = 4_096, learned: bool = False
) -> str:
    """The folder of a model of about 120,000 parameters with a byte-level tokenizer.

    It is a Llama, with positions by rotation, or a GPT-2, whose positions are ``learned``.
    """
    import torch

    tokenizer = tiny_tokenizer()
    tokenizer.chat_template = template
    torch.manual_seed(20261201)
    network(len(tokenizer), context, learned=learned).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def network(vocabulary: int, context: int, *, learned: bool):  # type: ignore[no-untyped-def]
    from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

    spread = 0.5  # far from uniform, so that every error shows
    ends = {"bos_token_id": 0, "eos_token_id": 1}
    if learned:
        config = GPT2Config(
            vocab_size=vocabulary,
            n_positions=context,
            n_embd=64,
            n_layer=2,
            n_head=4,
            initializer_range=spread,
            **ends,
        )
        return GPT2LMHeadModel(config)
    config = LlamaConfig(
        vocab_size=vocabulary,
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=context,
        initializer_range=spread,
        tie_word_embeddings=True,
        **ends,
    )
    return LlamaForCausalLM(config)


def tiny_tokenizer():  # type: ignore[no-untyped-def]
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    texts = [f"{letter} {letter}. The state, the question and the options" for letter in "AABBC"]
    inner.train_from_iterator(
        [*texts, " ".join(ascii_uppercase)],
        trainers.BpeTrainer(
            vocab_size=600,
            special_tokens=["<s>", "</s>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    start = inner.token_to_id("<s>")
    inner.post_processor = processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", start)]
    )
    ends = {"bos_token": "<s>", "eos_token": "</s>"}
    return PreTrainedTokenizerFast(tokenizer_object=inner, **ends)
