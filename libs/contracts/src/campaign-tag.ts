/** The limits of tags: how many a campaign has, and how long each is (characters). */
export const MAX_TAGS = 10;
export const MAX_TAG_LENGTH = 40;

/** A tag without surrounding and repeated white space. */
export function tagName(written: string): string {
  return written.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Tags with the same key are the same tag. */
export function tagKey(written: string): string {
  return tagName(written).toLowerCase();
}
