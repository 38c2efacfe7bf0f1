/** The parts of a form (RFC 7578) by their names. A name can occur several times. Null: the body isn't a form. */
export function formParts(body: Buffer, contentType: string): ReadonlyMap<string, readonly Buffer[]> | null {
  const [, quoted, bare] =
    /^multipart\/form-data;\s*boundary=(?:"([^"]+)"|([^;\s]+))/.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return null;
  const parts = new Map<string, Buffer[]>();
  const delimiter = Buffer.from(`--${boundary}`);
  let start = body.indexOf(delimiter);
  while (start >= 0) {
    const begin = start + delimiter.length;
    const end = body.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), begin);
    if (end < 0) return body.subarray(begin, begin + 2).toString('latin1') === '--' ? parts : null;
    const part = body.subarray(begin + 2, end);
    const blank = part.indexOf('\r\n\r\n');
    const [, name] = /name="([^"]*)"/.exec(part.subarray(0, Math.max(blank, 0)).toString('utf8')) ?? [];
    if (name === undefined) return null;
    parts.set(name, [...(parts.get(name) ?? []), part.subarray(blank + 4)]);
    start = end + 2;
  }
  return parts.size > 0 ? parts : null;
}
