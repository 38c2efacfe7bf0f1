import { type Attachment, mediaPath } from '@carillon/contracts';

/** A file of a message that the endpoint downloads, so that requests stay small. */
export interface LinkedFile extends Pick<Attachment, 'name' | 'type' | 'bytes'> {
  url: string;
}

/** The file at the gateway with this URL. Undefined: the message has no file. */
export function linkedFile(file: Attachment, publicUrl: string): LinkedFile;
export function linkedFile(file: Attachment | undefined, publicUrl: string): LinkedFile | undefined;
export function linkedFile(file: Attachment | undefined, publicUrl: string): LinkedFile | undefined {
  if (!file) return undefined;
  const { name, type, bytes } = file;
  return { name, type, bytes, url: publicUrl + mediaPath(file) };
}
