// An operator for tests that acts through the API with an admin key.
import { ADMIN_KEY, freshAddress, type House } from "./harness.ts";

export interface Operator {
  /** Returns the outcome of an act: "done", "already", or an error code. */
  act(act: string, subject: string, reason: string): Promise<string>;
}

export function operatorOf(house: House, key = ADMIN_KEY): Operator {
  return {
    async act(act, subject, reason) {
      const body = { act, subject, reason };
      const { json } = await house.call("POST", "/api/admin/acts", body, { "x-admin-key": key }, freshAddress());
      return json.outcome ?? json.code;
    },
  };
}
