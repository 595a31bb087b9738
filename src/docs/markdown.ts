// Small pieces of Markdown.

/** What a heading is linked by: words and digits with hyphens or underscores between. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

export function json(value: unknown): string {
  return block("json", JSON.stringify(value, null, 2));
}
