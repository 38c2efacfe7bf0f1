import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isJson } from './api/api';
import { Refusal, UsageError, reasonOf } from './failures';
import { readSecretFile } from './terminal/files';
import type { World } from './world';

/** The saved keys for a URL: a user key and an operator key; docs/api/keys.md. */
interface Keys {
  apiKey?: string | undefined;
  operatorKey?: string | undefined;
}

/** An installation of Carillon; `url`: scheme, host and port, without a trailing slash. */
export interface Installation extends Keys {
  url: string;
}

/** The options for address and keys. Keys are never arguments, because every user of a machine can see arguments. */
export interface InstallationOptions {
  url?: string | undefined;
  keyFile?: string | undefined;
}

/**
 * Finds the API's URL and its keys. A saved key is used only for its own URL. A key from a file or the environment is
 * used for any URL.
 * @throws UsageError
 */
export function findInstallation(options: InstallationOptions, world: World): Installation {
  const stack = stackInstallation(world);
  const saved = new SavedPlaces(world);
  const url = givenUrl(options, world) ?? stack?.url ?? saved.current;
  if (!url)
    throw new UsageError(
      'No URL. Use --url or CARILLON_URL, or log in: carillon login --url https://…\n' +
        'In a folder in which `npm start` runs, the URL is found automatically.',
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
 * Returns the address from the command line or the environment; undefined if there is neither. The path of the API and
 * trailing slashes are removed.
 * @throws UsageError
 */
export function givenUrl(options: InstallationOptions, world: World): string | undefined {
  const given = options.url ?? variable(world, 'CARILLON_URL');
  if (given === undefined) return undefined;
  const source = options.url === undefined ? 'CARILLON_URL' : '--url';
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${source} must be a URL such as https://carillon.example.com`);
  if (url.username || url.password) throw new UsageError(`${source} must not contain a username or password`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`;
}

/** @throws UsageError */
export function keyOf(installation: Installation, role: keyof Keys): string {
  const key = installation[role];
  // The error of fetch would be less clear.
  if (key && !/^[\x21-\x7e]+$/.test(key)) throw new UsageError('Invalid character in the API key');
  if (key) return key;
  const [what, name] =
    role === 'apiKey' ? ['an API key', 'CARILLON_API_KEY'] : ['an operator key', 'CARILLON_OPERATOR_KEY'];
  const ways = `use ${name} or --key-file, or log in: carillon login`;
  throw new UsageError(`This command requires ${what} for ${installation.url}. To provide it, ${ways}`);
}

/** Whether requests to this URL stay on this machine. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** Returns a variable of the environment; an empty variable counts as absent. */
export function variable({ env }: Pick<World, 'env'>, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}

/**
 * Returns the stack that `npm start` runs in this folder or a parent, from its stack.json. Only loopback addresses are
 * accepted, because a file in another person's folder must not redirect keys.
 */
function stackInstallation({ cwd, env }: World): Installation | null {
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

/**
 * The file of `carillon login`: `{"current": "<url>", "places": {"<url>": {"apiKey": "…"}}}`, readable by its owner
 * only.
 */
export class SavedPlaces {
  readonly file: string;
  /** The address of the last login. */
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

  /** @returns whether the address was saved */
  forget(url: string): boolean {
    const { [url]: forgotten, ...places } = this.places;
    this.write(this.current === url ? Object.keys(places)[0] : this.current, places);
    return forgotten !== undefined;
  }

  /** Writes a new file and renames it, so that no reader sees a partial file. */
  private write(current: string | undefined, places: object): void {
    const temporary = `${this.file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      writeFileSync(temporary, `${JSON.stringify({ current, places }, null, 2)}\n`, { mode: 0o600 });
      renameSync(temporary, this.file);
    } catch (error) {
      throw new Refusal(`Cannot write ${this.file}: ${reasonOf(error)}`);
    }
  }
}

/** Returns the object in a file; an empty object if the file is missing or contains no object. */
function readJsonFile<T extends object>(file: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isJson(value) ? (value as T) : {};
  } catch {
    return {};
  }
}
