"""Checks the Inspect task without Inspect: every imported name and keyword is looked up in names.json, which was taken from the
source of inspect_ai; then a stand-in package plays the task with a model that knows what each room should get, and with a fool.
Reads from standard input what each room should get, by seed and day; prints the scores by role and seed."""

import ast
import asyncio
import importlib.util
import json
import os
import sys
import types

here = os.path.dirname(os.path.abspath(__file__))
path = os.path.join(here, "..", "..", "..", "examples", "inspect", "denkeeper_relay.py")
names = json.load(open(os.path.join(here, "names.json"), encoding="utf8"))
tree = ast.parse(open(path, encoding="utf8").read())
for node in ast.walk(tree):
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("inspect_ai"):
        for each in node.names:
            assert each.name in names[node.module], f"{node.module} has no {each.name}"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names["keywords"]:
        for keyword in node.keywords:
            assert keyword.arg in names["keywords"][node.func.id], f"{node.func.id} has no {keyword.arg}"


class Bag:
    def __init__(self, *args, **fields):
        self.__dict__.update(fields)


kept = {}


class Store:
    def get(self, key, default=None):
        return kept.get(key, default)

    def set(self, key, value):
        kept[key] = value


class Model:
    """Plays what `role` says. Its first answer of a day is no call, as that of a model can be."""

    async def generate(self, messages, tools=()):
        page = json.loads(messages[1].content)
        assert "creature_id" not in messages[1].content
        roles = [getattr(each, "role", "") for each in messages]
        if "assistant" not in roles:
            return Bag(message=Bag(role="assistant", content="Good morning.", tool_calls=None))
        if "tool" in roles:
            assert not any(each.failed for each in messages if getattr(each, "role", "") == "tool" and role == "oracle")
            return Bag(message=Bag(role="assistant", tool_calls=[("leave", {})]))
        things = truth[seed][page["day"] - 1] if role == "oracle" else [page["shelf"][0]] * 8
        servings = [{"room": index + 1, "item": thing} for index, thing in enumerate(things)]
        long = "x" * (10 if role == "oracle" else 2000)
        calls = [("serve", {"servings": servings}), ("write_notebook", {"text": long})]
        return Bag(message=Bag(role="assistant", tool_calls=calls))


class ToolError(Exception):
    pass


async def execute_tools(messages, tools):
    by_name = {each.__qualname__.split(".")[0]: each for each in tools}
    answers = []
    for name, fields in messages[-1].tool_calls:
        try:
            answers.append(Bag(role="tool", failed=False, content=await by_name[name](**fields)))
        except ToolError as fault:
            answers.append(Bag(role="tool", failed=True, content=str(fault)))
    return Bag(messages=answers)


def same(thing):
    return thing


KIT = {
    "inspect_ai": {"Task": Bag, "task": same},
    "inspect_ai.dataset": {"MemoryDataset": same, "Sample": Bag},
    "inspect_ai.model": {"ChatMessageSystem": Bag, "ChatMessageUser": Bag, "execute_tools": execute_tools, "get_model": Model},
    "inspect_ai.scorer": {"Score": Bag, "Target": Bag, "mean": Bag, "stderr": Bag, "scorer": lambda metrics: same},
    "inspect_ai.solver": {"Generate": Bag, "TaskState": Bag, "solver": same},
    "inspect_ai.tool": {"ToolError": ToolError, "tool": same},
    "inspect_ai.util": {"store": Store},
}
for name, members in KIT.items():
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module
spec = importlib.util.spec_from_file_location("denkeeper_relay", path)
task = importlib.util.module_from_spec(spec)
spec.loader.exec_module(task)

truth = json.load(sys.stdin)
made = task.relay_1(seeds=len(truth))
scores = {}
for role in ("oracle", "fool"):
    for sample in made.dataset:
        kept.clear()
        seed = sample.metadata["seed"]
        state = Bag(metadata=sample.metadata, input_text=sample.input, messages=[], output=None)
        asyncio.run(made.solver(state, None))
        scores[f"{role}/{seed}"] = asyncio.run(made.scorer(state, None)).value
print(json.dumps(scores))
