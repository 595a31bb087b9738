// Pets for coding agents.
import type { Command } from "commander";
import { examples, start } from "./shared.ts";

interface PetFlags {
  readonly agent?: string;
  readonly dir?: string;
  readonly looks?: boolean;
}

export function addPet(program: Command): void {
  const pet = program.command("pet").description("Take a creature along as a pet of your coding agent.");
  pet
    .command("install [creature or species]")
    .summary("Install a creature or a species as a pet.")
    .description(
      "Install a creature as it is now, or a species, as a pet of Codex. Needs no key for public creatures and species. " +
        "To remove a pet, delete its folder.",
    )
    .option("--agent <username>", "whose creature (default: yours)")
    .option("--dir <folder>", "where pets are (default: $CODEX_HOME/pets, or ~/.codex/pets)")
    .option("--looks", "with eyes that follow the pointer; only the Codex desktop app reads these")
    .addHelpText("after", examples("pet install", "pet install tabby", "pet install Pip --agent ada"))
    .action(async (who: string | undefined, { agent, dir, looks = false }: PetFlags, command: Command) =>
      start(command, async (context) =>
        (await import("../commands/pet.ts")).installPet(context, { who, agent, dir, looks }),
      ),
    );
}
