import type { Api } from '../api/api';
import { type Json, text } from '../api/json';
import { pathOf } from '../api/request';
import { Refusal } from '../failures';

export const GROUP = 'its slug or id';

/**
 * A group by its slug or its id.
 * @throws Refusal
 */
export async function findGroup(user: Api, name: string): Promise<Json> {
  if (/^[0-9a-f]{24}$/.test(name)) return user.get(pathOf`/groups/${name}`);
  for await (const page of user.pages('/groups')) {
    const found = page.find((group) => text(group, 'slug') === name);
    if (found) return found;
  }
  throw new Refusal(`There is no group with the slug ${name}`);
}

export async function groupId(user: Api, name: string): Promise<string> {
  return text(await findGroup(user, name), '_id');
}
