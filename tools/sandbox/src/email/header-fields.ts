import { type HeaderFields } from '../messages/message';

/** The head of a mail: all up to its first empty line, or the whole of it when there is none. */
export function headOf(mail: Buffer): Buffer {
  const end = mail.indexOf('\r\n\r\n');
  return end < 0 ? mail : mail.subarray(0, end + 4);
}

/**
 * The fields of a mail's head as they travelled: unfolded (RFC 5322 §2.2.3), encoded words left as they are. Lines that are
 * no field are left out.
 */
export function headerFields(mail: Buffer): HeaderFields {
  const fields = new Map<string, string | string[]>();
  const unfolded = headOf(mail)
    .toString('utf8')
    .replace(/\r\n(?=[ \t])/g, '');
  for (const line of unfolded.split('\r\n')) {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/s.exec(line) ?? [];
    if (name !== undefined && value !== undefined) addField(fields, name.toLowerCase(), value.trimEnd());
  }
  // Defines each property as its own, so that a field named __proto__ is only a field.
  return Object.fromEntries(fields);
}

function addField(fields: Map<string, string | string[]>, name: string, value: string): void {
  const earlier = fields.get(name);
  if (earlier === undefined) fields.set(name, value);
  else if (typeof earlier === 'string') fields.set(name, [earlier, value]);
  else earlier.push(value);
}
