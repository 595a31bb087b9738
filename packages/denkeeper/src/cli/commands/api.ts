// Any operation by name, including those without a command.
import type { Operation, OperationName } from "../../generated/operations.ts";
import { OPERATIONS } from "../../generated/operations.ts";
import type { Context } from "../context.ts";
import { CliError } from "../failure.ts";
import { plain, plainAnswer } from "../plain.ts";
import { table } from "../text.ts";

function fieldsOf({ name, numberFields }: Operation, pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [field = "", ...rest] = pair.split("=");
      const value = rest.join("=");
      if (rest.length === 0)
        throw new CliError(`"${pair}" is not field=value`, `For example: denkeeper api ${name} name=Pip`);
      if (numberFields.includes(field)) return [field, Number(value)];
      return [field, /^[[{]/.test(value) ? JSON.parse(value) : value];
    }),
  );
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}

export async function api(context: Context, name: string | undefined, pairs: readonly string[]): Promise<void> {
  if (name === undefined) {
    context.print(Object.values<Operation>(OPERATIONS), (all) =>
      table(all.map((each) => [each.name, each.method, each.path, each.summary])),
    );
    return;
  }
  if (!isOperation(name)) {
    throw new CliError(`There is no operation called "${name}"`, "Run `denkeeper api` to list them all.");
  }
  const answer = await context.client.call(name, fieldsOf(OPERATIONS[name], pairs));
  // As the service sent it, also its times.
  process.stdout.write(
    typeof answer === "string" ? plain(answer) : `${JSON.stringify(plainAnswer(answer), null, 2)}\n`,
  );
}
