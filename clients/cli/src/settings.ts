import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isJson } from './api/api';
import { Refusal, UsageError, reasonOf } from './failures';
import { readSecretFile } from './terminal/files';
import type { World } from './world';

/** The keys that are known for an address: a user's and an operator's; docs/api.md, API keys. */
interface Keys {
  apiKey?: string | undefined;
  operatorKey?: string | undefined;
}

/** An installation of Carillon; `url`: scheme, host and port, no slash at the end. */
export interface Place extends Keys {
  url: string;
}

/** What the command line says of where and who. Keys are never arguments: everybody on a machine sees those. */
export interface PlaceOptions {
  url?: string | undefined;
  keyFile?: string | undefined;
}

/**
 * Where the API is and which keys go there. A key that was found beside an address is for that address only; one that is
 * given by file or environment goes wherever the command goes.
 * @throws UsageError
 */
export function findPlace(options: PlaceOptions, world: World): Place {
  const stack = stackPlace(world);
  const saved = new SavedPlaces(world);
  const url = givenUrl(options, world) ?? stack?.url ?? saved.current;
  if (!url)
    throw new UsageError(
      'Where is Carillon? Give --url or CARILLON_URL, or log in: carillon login --url https://…\n' +
        'In a folder where `npm start` runs it is found by itself.',
    );
  const known = stack?.url === url ? stack : saved.keysFor(url);
  const given = options.keyFile === undefined ? undefined : readSecretFile(options.keyFile, world);
  return {
    url,
    apiKey: given ?? variable(world, 'CARILLON_API_KEY') ?? known.apiKey,
    operatorKey: given ?? variable(world, 'CARILLON_OPERATOR_KEY') ?? known.operatorKey,
  };
}

/**
 * The address as the command line or the environment says; undefined: neither. The path of the API and slashes at the end
 * may be there, and are left off.
 * @throws UsageError
 */
export function givenUrl(options: PlaceOptions, world: World): string | undefined {
  const given = options.url ?? variable(world, 'CARILLON_URL');
  if (given === undefined) return undefined;
  const source = options.url === undefined ? 'CARILLON_URL' : '--url';
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${source} has to be an address such as https://carillon.example.com`);
  if (url.username || url.password)
    throw new UsageError(`${source} must not have a user name or password in it`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`;
}

/** @throws UsageError */
export function keyOf(place: Place, role: keyof Keys): string {
  const key = place[role];
  // fetch would say it less clearly.
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('The key has characters in it that no key has');
  if (key) return key;
  const [what, name] =
    role === 'apiKey' ? ['an API key', 'CARILLON_API_KEY'] : ["an operator's key", 'CARILLON_OPERATOR_KEY'];
  const ways = `give ${name} or --key-file, or log in: carillon login`;
  throw new UsageError(`This needs ${what} for ${place.url}: ${ways}`);
}

/** Whether only this machine hears what is sent there. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** A variable of the environment; an empty one is none. */
export function variable({ env }: Pick<World, 'env'>, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}

/**
 * The stack that `npm start` runs in this folder or one above, from its stack.json. It is believed only if it names
 * this machine: a file in a folder somebody else made must not have keys sent elsewhere.
 */
function stackPlace({ cwd, env }: World): Place | null {
  const folders = env.CARILLON_FOLDER ? [resolve(cwd, env.CARILLON_FOLDER)] : stackFolders(cwd);
  for (const folder of folders) {
    const { gatewayUrl: url, ...keys } = readJsonFile<Keys & { gatewayUrl?: string }>(
      join(folder, 'stack.json'),
    );
    if (!url) continue;
    return URL.canParse(url) && isLoopback(url) ? { ...keys, url } : null;
  }
  return null;
}

function stackFolders(folder: string): string[] {
  const above = dirname(folder);
  return [join(folder, '.carillon'), ...(above === folder ? [] : stackFolders(above))];
}

/** What `carillon login` keeps: `{"current": "<url>", "places": {"<url>": {"apiKey": "…"}}}`, for its owner's eyes only. */
export class SavedPlaces {
  readonly file: string;
  /** The one that was logged in to last. */
  readonly current: string | undefined;
  private readonly places: Partial<Record<string, Keys>>;

  constructor(world: Pick<World, 'env' | 'home'>) {
    const folder = variable(world, 'XDG_CONFIG_HOME') ?? join(world.home, '.config');
    this.file = join(folder, 'carillon', 'config.json');
    const saved = readJsonFile<{ current?: string; places?: Record<string, Keys> }>(this.file);
    this.current = saved.current;
    this.places = saved.places ?? {};
  }

  keysFor(url: string): Keys {
    return this.places[url] ?? {};
  }

  save(url: string, role: keyof Keys, key: string): void {
    this.write(url, { ...this.places, [url]: { ...this.places[url], [role]: key } });
  }

  /** @returns whether it was there */
  forget(url: string): boolean {
    const { [url]: forgotten, ...places } = this.places;
    this.write(this.current === url ? Object.keys(places)[0] : this.current, places);
    return forgotten !== undefined;
  }

  /** By rename, so that nobody reads half of it. */
  private write(current: string | undefined, places: object): void {
    const temporary = `${this.file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      writeFileSync(temporary, `${JSON.stringify({ current, places }, null, 2)}\n`, { mode: 0o600 });
      renameSync(temporary, this.file);
    } catch (error) {
      throw new Refusal(`${this.file} cannot be written: ${reasonOf(error)}`);
    }
  }
}

/** The object in a file; an empty one where there is no file, or no object in it. */
function readJsonFile<T extends object>(file: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isJson(value) ? (value as T) : {};
  } catch {
    return {};
  }
}
