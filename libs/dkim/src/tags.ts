/**
 * Reads a list such as `v=DKIM1; k=rsa; p=…`: RFC 6376 §3.2. Returns null if it is malformed or repeats a tag.
 */
export function parseTags(text: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  const parts = text.split(';');
  if (parts.at(-1)?.trim() === '') parts.pop();
  for (const part of parts) {
    const [, name, value] = /^\s*([a-z][a-z0-9_]*)\s*=([^]*)$/i.exec(part) ?? [];
    if (name === undefined || value === undefined || tags.has(name)) return null;
    tags.set(name, value.trim());
  }
  return tags;
}
