"""Asks the research service with the openai package and prints the answer while it arrives.

    pip install openai
    FISCAL_URL=http://127.0.0.1:8179 FISCAL_KEY=KEY python client.py "Can a laptop be expensed at once?"

Steps, sources and suggestions are custom messages. They go to standard error, the answer to standard output.
"""

import os
import sys

from openai import APIStatusError, OpenAI


def show(custom: dict) -> None:
    kind = custom.get("type")
    if kind == "step_message":
        print(f"… {custom.get('title')}", file=sys.stderr)
    elif kind == "source_message":
        for number, source in enumerate(custom.get("content", []), 1):
            print(f"[{number}] {source.get('title')}", file=sys.stderr)
    elif kind == "suggestions":
        for suggestion in custom.get("suggestions", []):
            print(f"? {suggestion}", file=sys.stderr)


def main() -> int:
    client = OpenAI(base_url=os.environ["FISCAL_URL"], api_key=os.environ["FISCAL_KEY"])
    try:
        stream = client.chat.completions.create(
            model="service-1.0",
            messages=[{"role": "user", "content": " ".join(sys.argv[1:])}],
            stream=True,
            stream_options={"include_usage": True},
            extra_body={
                "askMode": "auto",
                "allowedAskModes": ["tax_research_fast_research", "audit_research"],
                "ZeroDataRetention": True,
            },
        )
        for chunk in stream:
            custom = (chunk.model_extra or {}).get("custom_data")
            if custom:
                show(custom)
            elif chunk.choices:
                print(chunk.choices[0].delta.content or "", end="", flush=True)
            elif chunk.usage:
                print(f"\n{chunk.usage.total_tokens} tokens", file=sys.stderr)
    except APIStatusError as error:
        print(f"Status {error.status_code}: {error.message}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
