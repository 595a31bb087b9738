// Contracts as JSON Schema, and the version of the interface they make up.
import { z } from "zod";

/** The version that the specification gives the interface. */
export const API_VERSION = "1.0.0";

/** The JSON Schema of a contract's schema, with everything in place. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
