import { UsageError } from '../failures';
import type { World } from '../world';
import { type KeyRole, type Place, placeUrl } from './place';
import { readSecretFile } from './secret-file';
import { SavedPlaces } from './saved-places';
import { stackPlace } from './stack-place';
import { variable } from './variable';

/** What the command line says of where and who. Keys are never arguments: everybody on a machine sees those. */
export interface PlaceOptions {
  url?: string | undefined;
  keyFile?: string | undefined;
}

type Surroundings = Pick<World, 'env' | 'cwd' | 'home'>;

/**
 * Where the API is and which keys go there. A key that was found beside an address is for that address only; one that is
 * given by file or environment goes wherever the command goes.
 * @throws UsageError
 */
export function findPlace(options: PlaceOptions, world: Surroundings): Place {
  const stack = stackPlace(world);
  const saved = new SavedPlaces(world);
  const url = givenUrl(options, world) ?? stack?.url ?? saved.current();
  if (!url)
    throw new UsageError(
      'Where is Carillon? Give --url or CARILLON_URL, or log in: carillon login --url https://…\n' +
        'In a folder where `npm start` runs it is found by itself.',
    );
  const known = stack?.url === url ? stack : saved.at(url);
  const given = options.keyFile === undefined ? undefined : readSecretFile(options.keyFile, world);
  return {
    url,
    apiKey: given ?? variable(world, 'CARILLON_API_KEY') ?? known?.apiKey,
    operatorKey: given ?? variable(world, 'CARILLON_OPERATOR_KEY') ?? known?.operatorKey,
  };
}

/** As the command line or the environment says; null: neither. */
export function givenUrl(options: PlaceOptions, world: Pick<World, 'env'>): string | null {
  if (options.url !== undefined) return placeUrl(options.url, '--url');
  const url = variable(world, 'CARILLON_URL');
  return url === undefined ? null : placeUrl(url, 'CARILLON_URL');
}

/** @throws UsageError */
export function keyOf(place: Place, role: KeyRole): string {
  const key = place[role];
  if (!key) throw new UsageError(missing(place, role));
  // fetch would say it less clearly.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('The key has characters in it that no key has');
  return key;
}

function missing({ url }: Place, role: KeyRole): string {
  const [what, variable] =
    role === 'apiKey' ? ['an API key', 'CARILLON_API_KEY'] : ["an operator's key", 'CARILLON_OPERATOR_KEY'];
  return `This needs ${what} for ${url}: give ${variable} or --key-file, or log in: carillon login`;
}
