import type { Texts } from '../../../texts';

/** The display name of a campaign, because a draft may have none. */
export function titleOf(name: string, { campaigns }: Texts): string {
  return name.trim() === '' ? campaigns.untitled : name;
}

/** The API takes names up to this length (characters). */
const NAME_MAX = 255;

/** The initial name of a duplicate. */
export function copyName(name: string, { campaigns }: Texts): string {
  // Half an emoji is not valid text.
  return campaigns
    .copyOf(name)
    .slice(0, NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** Whether the name is still the initial name of the duplicate, which is also the email subject. */
export function isCopyName(name: string, { campaigns }: Texts): boolean {
  return name.startsWith(campaigns.copyOf('').trimEnd());
}
