// Completion scripts, made from the commands themselves: their names, options, and the values that an option takes. Names of
// creatures come from a file beside the key, which commands that look at the house keep up to date.
import type { Argument, Command, Option } from "commander";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { OPERATIONS } from "../../generated/operations.ts";
import type { Context } from "../context.ts";
import { CliError } from "../failure.ts";

/** The values to choose from: words, or the names of the creatures at home. */
type Values = readonly string[] | "creatures";

interface CompletedOption {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly values?: Values;
}

interface Completed {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** Those of its first argument. */
  readonly values?: Values;
}

/** Options and arguments whose values commander does not know. */
const BY_NAME: Readonly<Record<string, () => Values>> = {
  creature: () => "creatures",
  species: () => CATALOG.map(({ slug }) => slug),
  slug: () => CATALOG.map(({ slug }) => slug),
  operation: () => Object.keys(OPERATIONS),
  shell: () => Object.keys(SHELLS),
};

function valuesOf(name: string, { argChoices }: Option | Argument): { readonly values?: Values } {
  const values = argChoices ?? BY_NAME[name]?.();
  return values === undefined ? {} : { values };
}

function completed(command: Command): Completed {
  const [first] = command.registeredArguments;
  // A command of several is completed as one: their names, then the options of all.
  const parts = command.commands;
  const all = [...command.options, ...parts.flatMap((part) => part.options), ...(command.parent?.options ?? [])];
  const options = [...new Map(all.map((option) => [option.long, option])).values()].flatMap((option) => {
    const { long, short, description } = option;
    return typeof long === "string" ? [{ long, short, description, ...valuesOf(long.slice(2), option) }] : [];
  });
  return {
    name: command.name(),
    description: command.description(),
    options,
    ...(parts.length > 0 ? { values: parts.map((part) => part.name()) } : {}),
    ...(first === undefined ? {} : valuesOf(first.name(), first)),
  };
}

/** Every place where a value can stand, as "command word-before", and its values. */
function places(commands: readonly Completed[]): readonly (readonly [string, Values])[] {
  return commands.flatMap(({ name, options, values }) => [
    ...(values === undefined ? [] : [[`${name} ${name}`, values] as const]),
    ...options.flatMap((option) =>
      option.values === undefined ? [] : [[`${name} ${option.long}`, option.values] as const],
    ),
  ]);
}

const NAMES_FILE = '"${XDG_CONFIG_HOME:-$HOME/.config}/denkeeper/${DENKEEPER_PROFILE:-default}.names"';

/** Options that stand before a command, too. */
type Globals = readonly CompletedOption[];

function bash(commands: readonly Completed[], globals: Globals): string {
  const list = (words: readonly string[]) => `$'${words.join("\\n")}'`;
  const values = places(commands).map(
    ([place, words]) =>
      `    "${place}") words=${words === "creatures" ? `"$(cat ${NAMES_FILE} 2>/dev/null)"` : list(words)} ;;`,
  );
  const options = commands.map(
    (command) => `    ${command.name}) words=${list(command.options.map(({ long }) => long))} ;;`,
  );
  return `_denkeeper() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words="" each chosen="" at=1
  COMPREPLY=()
  while [ -z "$chosen" ] && [ "$at" -lt "$COMP_CWORD" ]; do
    case "\${COMP_WORDS[$at]}" in
      --url|--profile) at=$((at + 1)) ;;
      ${commands.map(({ name }) => name).join("|")}) chosen="\${COMP_WORDS[$at]}" ;;
    esac
    at=$((at + 1))
  done
  [ "$before" = -c ] && before=--creature
  [ "$before" = --json ] && before="$chosen"
  if [ "$before" = --url ] || [ "$before" = --profile ]; then return
  elif [ -z "$chosen" ] && [ "\${word#-}" != "$word" ]; then words=${list(globals.map(({ long }) => long))}
  elif [ -z "$chosen" ]; then words=${list(commands.map(({ name }) => name))}
  elif [ "\${word#-}" != "$word" ]; then
    case "$chosen" in
${options.join("\n")}
    esac
  else
    case "$chosen $before" in
${values.join("\n")}
    esac
  fi
  while IFS= read -r each; do
    case "$each" in "") ;; "$word"*) COMPREPLY+=("$(printf %q "$each")") ;; esac
  done <<< "$words"
}
complete -o default -F _denkeeper denkeeper`;
}

function zsh(commands: readonly Completed[], globals: Globals): string {
  return `#compdef denkeeper\nautoload -Uz compinit bashcompinit && compinit && bashcompinit\n${bash(commands, globals)}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "")}'`;

function fish(commands: readonly Completed[], globals: Globals): string {
  const given = (values: Values | undefined) => {
    if (values === undefined) return "";
    return ` -x -a ${values === "creatures" ? `'(cat ${NAMES_FILE_IN_FISH} 2>/dev/null)'` : quoted(values.join(" "))}`;
  };
  return [
    "complete -c denkeeper -f",
    ...globals.map(
      ({ long, description }) =>
        `complete -c denkeeper -n __fish_use_subcommand -l ${long.slice(2)} -d ${quoted(description)}`,
    ),
    ...commands.map(
      ({ name, description }) => `complete -c denkeeper -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ),
    ...commands.flatMap(({ name, options, values }) => {
      const here = `complete -c denkeeper -n '__fish_seen_subcommand_from ${name}'`;
      return [
        ...(values === undefined ? [] : [`${here}${given(values)}`]),
        ...options.map(({ long, short, description, values: offered }) => {
          const letter = short === undefined ? "" : ` -s ${short.slice(1)}`;
          return `${here}${letter} -l ${long.slice(2)} -d ${quoted(description)}${given(offered)}`;
        }),
      ];
    }),
  ].join("\n");
}

const NAMES_FILE_IN_FISH =
  "(set -q XDG_CONFIG_HOME; and echo $XDG_CONFIG_HOME; or echo $HOME/.config)/denkeeper/(set -q DENKEEPER_PROFILE; and echo $DENKEEPER_PROFILE; or echo default).names";

function powershell(commands: readonly Completed[], globals: Globals): string {
  const list = (words: readonly string[]) => `@(${words.map(quoted).join(", ")})`;
  const values = places(commands).map(
    ([place, words]) => `    '${place}' = ${words === "creatures" ? "$creatures" : list(words)}`,
  );
  const options = commands.map((command) => `    '${command.name}' = ${list(command.options.map(({ long }) => long))}`);
  return `Register-ArgumentCompleter -Native -CommandName denkeeper -ScriptBlock {
  param($word, $ast, $position)
  $typed = @($ast.CommandElements | ForEach-Object { $_.ToString() })
  if ($word -ne '') { $typed = @($typed | Select-Object -SkipLast 1) }
  $folder = if ($env:XDG_CONFIG_HOME) { $env:XDG_CONFIG_HOME } elseif ($env:APPDATA) { $env:APPDATA } else { "$HOME/.config" }
  $accountName = if ($env:DENKEEPER_PROFILE) { $env:DENKEEPER_PROFILE } else { 'default' }
  $creatures = @(Get-Content "$folder/denkeeper/$accountName.names" -ErrorAction SilentlyContinue)
  $values = @{
${values.join("\n")}
  }
  $options = @{
${options.join("\n")}
  }
  $commands = ${list(commands.map(({ name }) => name))}
  $chosen = $typed | Select-Object -Skip 1 | Where-Object { $commands -contains $_ } | Select-Object -First 1
  $before = if ($typed[-1] -eq '-c') { '--creature' } elseif ($typed[-1] -eq '--json') { $chosen } else { $typed[-1] }
  $found = if (-not $chosen -and $word.StartsWith('-')) { ${list(globals.map(({ long }) => long))} }
    elseif (-not $chosen) { $commands }
    elseif ($word.StartsWith('-')) { $options[$chosen] }
    else { $values["$chosen $before"] }
  $found | Where-Object { $_ -like "$word*" } | ForEach-Object {
    $text = if ($_ -match '\\s') { "'$_'" } else { $_ }
    [System.Management.Automation.CompletionResult]::new($text, $_, 'ParameterValue', $_)
  }
}`;
}

const SHELLS: Readonly<Record<string, (commands: readonly Completed[], globals: Globals) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};

export function completions(program: Command, shell: string): string {
  const script = SHELLS[shell];
  if (script === undefined)
    throw new CliError(`No completions for "${shell}"`, `Choose one of ${Object.keys(SHELLS).join(", ")}.`);
  const commands = program.commands.map(completed);
  const names = commands.map(({ name }) => name);
  const help: Completed = { name: "help", description: "Show help for a command.", options: [], values: names };
  return script([...commands, help], completed(program).options);
}

export function printCompletions(_: Context, shell: string, __: object, { parent }: Command): void {
  if (parent !== null) process.stdout.write(`${completions(parent, shell)}\n`);
}
