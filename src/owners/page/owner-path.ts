// Where an owner's page is. The address is a secret.
export const OWNER_PATH = "/owner/{link}";

export function ownerPath(secret: string): string {
  return OWNER_PATH.replace("{link}", secret);
}
