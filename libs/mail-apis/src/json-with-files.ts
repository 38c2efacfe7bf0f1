import type { AttachedFile, MailParts } from './mail-api';

/**
 * Writes emails in JSON with their files in the property `name`, in the provider's form. The files of a campaign are
 * written once.
 */
export function jsonWithFiles(
  name: string,
  formOf: (file: AttachedFile) => object,
): (fields: object, attachments: MailParts['attachments']) => string {
  const written = new WeakMap<object, string>();
  return (fields, attachments) => {
    const json = JSON.stringify(fields);
    if (attachments.length === 0) return json;
    let files = written.get(attachments);
    if (files === undefined) written.set(attachments, (files = JSON.stringify(attachments.map(formOf))));
    return `${json.slice(0, -1)},${JSON.stringify(name)}:${files}}`;
  };
}
