// Usernames that look like the service or its staff. They cannot be registered.

const RESERVED = new Set(
  `abuse admin administrator administrators admins anonymous api billing contact everyone help helpdesk info legal mail
  mcp mod moderator moderators mods noreply null official operator operators owner postmaster privacy root security
  service staff superuser support sysadmin system team undefined webmaster www`
    .split(/\s+/)
    .map(bare),
);

/** The name of the service is reserved with everything that begins with it. */
const SERVICE = "denkeeper";

/** Hyphens and underscores do not make another name: `ad-min` reads as admin. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

export function isReservedName(username: string): boolean {
  const name = bare(username);
  return name.startsWith(SERVICE) || RESERVED.has(name);
}
