"""relay-1 as a task for Inspect: inspect eval examples/inspect/denkeeper_relay.py --model openai/gpt-5

One sample is one practice seed. The task starts its house itself, one process for each sample (DENKEEPER_SERVE, by default
`npx --no-install denkeeper trial serve`): one run in memory, without an account or a network. Each waking is a fresh
conversation with the instructions, the page and the notebook; there is no shell. The score is the share of servings that were
right, as the house computes it from its log.
"""

import asyncio
import json
import os
import shlex
import urllib.error
import urllib.request
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, execute_tools, get_model
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, TaskState, solver
from inspect_ai.tool import ToolError, tool
from inspect_ai.util import store

SERVE = os.environ.get("DENKEEPER_SERVE", "npx --no-install denkeeper trial serve")
STEPS = 8


async def call(method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """A call of the house. Its errors are answers, too: they have a code."""
    url = store().get("url")

    def send() -> dict[str, Any]:
        headers = {"authorization": "Bearer any", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url + path, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    return await asyncio.to_thread(send)


async def visit(body: dict[str, Any]) -> str:
    answer = await call("POST", "/api/house/visit", body)
    faults = [each for each in [answer, *answer.get("results", [])] if "error" in each]
    if faults:
        raise ToolError(" ".join(f"{each['error']}. {each['suggestion']}" for each in faults))
    return "Done."


@tool
def serve():
    async def execute(servings: list[dict]) -> str:
        """Give things from the shelf, to all rooms at once. The first thing that a room gets on a day counts.

        Args:
            servings: One {"room": number, "item": name} for each room.
        """
        ids = store().get("ids")
        try:
            actions = [{"creature_id": ids[int(each["room"])], "action": "feed", "item": each["item"]} for each in servings]
        except (KeyError, TypeError, ValueError):
            raise ToolError("Each serving needs the number of a room, and an item.") from None
        return await visit({"actions": actions})

    return execute


@tool
def write_notebook():
    async def execute(text: str) -> str:
        """Write the notebook anew. Tomorrow you will know nothing else.

        Args:
            text: What to remember.
        """
        return await visit({"actions": [], "notebook": text})

    return execute


@tool
def leave():
    async def execute() -> str:
        """Leave until the next morning. Serve and write the notebook before."""
        store().set("left", True)
        return "Until tomorrow."

    return execute


async def waking(state: TaskState, page: dict[str, Any]) -> None:
    """One fresh conversation. Rooms have numbers, which are shorter than ids."""
    store().set("ids", {each["room"]: each.pop("creature_id") for each in page["rooms"]})
    store().set("left", False)
    tools = [serve(), write_notebook(), leave()]
    messages: list = [ChatMessageSystem(content=state.input_text), ChatMessageUser(content=json.dumps(page))]
    for _ in range(STEPS):
        state.output = await get_model().generate(messages, tools=tools)
        messages.append(state.output.message)
        if state.output.message.tool_calls:
            answered = await execute_tools(messages, tools)
            messages.extend(answered.messages)
        else:
            messages.append(ChatMessageUser(content="Use a tool. Call leave when you are done."))
        if store().get("left"):
            break
    # The log shows the last waking; all of them are in the events of the sample.
    state.messages = messages


@solver
def keeper():
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        seed = state.metadata["seed"]
        words = [*shlex.split(SERVE), "--scenario", "relay-1", "--seed", seed]
        house = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
        try:
            address = await asyncio.wait_for(house.stdout.readline(), 60)
            store().set("url", address.decode().strip())
            over = False
            while not over:
                await waking(state, (await call("GET", "/api/house/home"))["page"])
                over = (await call("POST", "/api/house/clock", {"advance_hours": 24}))["over"]
            store().set("result", (await call("GET", f"/api/trials/runs/{seed}"))["result"])
        finally:
            house.terminate()
            await house.wait()
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def right_share():
    async def score(state: TaskState, target: Target) -> Score:
        result = store().get("result") or {}
        return Score(value=float(result.get("right_share", 0)), explanation=json.dumps(result.get("by_kind")), metadata=result)

    return score


@task
def relay_1(seeds: int = 24, first: int = 1):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.txt"), encoding="utf8") as file:
        instructions = file.read()
    names = [f"practice-{number}" for number in range(first, first + seeds)]
    samples = [Sample(id=name, input=instructions, target="1", metadata={"seed": name}) for name in names]
    return Task(dataset=MemoryDataset(samples), solver=keeper(), scorer=right_share(), version=1)
