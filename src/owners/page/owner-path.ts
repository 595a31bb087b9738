// Path of an owner page. The link in it is a secret.
export const OWNER_PATH = "/owner/{link}";

export function ownerPath(secret: string): string {
  return OWNER_PATH.replace("{link}", secret);
}
