import type { Api } from '../api/api';
import { text } from '../api/json';
import { Refusal } from '../failures';
import type { Channel } from './setting-options';

/**
 * The id of the one integration that a user has for a channel.
 * @throws Refusal
 */
export async function integrationId(user: Api, channel: Channel): Promise<string> {
  for await (const [found] of user.pages('/integrations', { channel })) if (found) return text(found, '_id');
  throw new Refusal(
    `There is no integration for ${channel}: carillon integrations add ${channel.toLowerCase()}`,
  );
}
