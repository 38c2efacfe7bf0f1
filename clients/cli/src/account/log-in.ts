import { text as textOf } from 'node:stream/consumers';
import { Api } from '../api/api';
import { Transport } from '../api/transport';
import { UsageError } from '../failures';
import { askSecret } from '../terminal/ask';
import { givenUrl } from '../settings/find-place';
import { isLoopback, roleOf } from '../settings/place';
import { SavedPlaces } from '../settings/saved-places';
import { readSecretFile } from '../settings/secret-file';
import type { Session } from '../session';
import { verb } from '../words/command';

/** The key is asked for, piped in or in a file; only one that the API takes is kept. */
export const logIn = (session: Session) =>
  verb(
    'login',
    "keeps a key for an address, a user's or an operator's, so that later commands need neither",
    'login --url https://carillon.example.com',
    'login --url https://carillon.example.com < key.txt',
  ).action(async () => {
    const { world, output } = session;
    const saved = new SavedPlaces(world);
    const url = givenUrl(session.options(), world);
    if (!url) throw new UsageError('Where? carillon login --url https://…');
    if (new URL(url).protocol === 'http:' && !isLoopback(url))
      output.say(`${url} is not encrypted: whoever is on the way sees the key.`);
    const key = await keyFor(url, session);
    const role = roleOf(key);
    const api = new Api(new Transport(() => ({ url, key }), world, output.say.bind(output)));
    await (role === 'apiKey' ? api.get('/account') : api.pages('/operator/users', {}, 1).next());
    saved.save(url, role, key);
    output.say(
      `Logged in to ${url} with ${role === 'apiKey' ? 'an API key' : "an operator's key"}; kept in ${saved.file}`,
    );
  });

async function keyFor(url: string, { world, options }: Session): Promise<string> {
  const { keyFile } = options();
  if (keyFile !== undefined) return readSecretFile(keyFile, world);
  const key = (await askSecret(`The key for ${url}: `, world)) ?? (await textOf(world.stdin)).trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('That is no key');
  return key;
}
