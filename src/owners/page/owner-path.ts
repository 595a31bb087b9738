// Path of an owner page, which contains the link's secret.
export const OWNER_PATH = "/owner/{link}";

export function ownerPath(secret: string): string {
  return OWNER_PATH.replace("{link}", secret);
}
