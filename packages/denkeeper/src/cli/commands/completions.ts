// Completion scripts, made from the commands themselves.
import type { Command } from "commander";
import { CliError } from "../failure.ts";

function namesOf(program: Command): readonly string[] {
  return program.commands.map((command) => command.name());
}

function optionsOf(command: Command): readonly string[] {
  return command.options.map(({ long }) => long).filter((long) => long !== undefined && long !== null);
}

function bash(program: Command): string {
  const common = optionsOf(program).join(" ");
  const cases = program.commands.map(
    (command) => `    ${command.name()}) words="${optionsOf(command).join(" ")} ${common}" ;;`,
  );
  return `_denkeeper() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${namesOf(program).join(" ")} ${common}" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${namesOf(program).join(" ")} ${common}"
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _denkeeper denkeeper`;
}

function zsh(program: Command): string {
  return `#compdef denkeeper\nautoload -U +X bashcompinit && bashcompinit\n${bash(program)}`;
}

function fish(program: Command): string {
  const commands = program.commands.map(
    (command) =>
      `complete -c denkeeper -f -n __fish_use_subcommand -a ${command.name()} -d '${command.description().replaceAll("'", "")}'`,
  );
  const options = program.commands.flatMap((command) =>
    optionsOf(command).map(
      (long) => `complete -c denkeeper -n '__fish_seen_subcommand_from ${command.name()}' -l ${long.slice(2)}`,
    ),
  );
  return [...commands, ...options].join("\n");
}

const SHELLS: Readonly<Record<string, (program: Command) => string>> = { bash, zsh, fish };

export function completions(program: Command, shell: string): string {
  const script = SHELLS[shell];
  if (script === undefined)
    throw new CliError(`No completions for "${shell}"`, `Choose one of ${Object.keys(SHELLS).join(", ")}.`);
  return script(program);
}
