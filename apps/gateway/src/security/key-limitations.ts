import { AppError, type Principal } from '@carillon/contracts';
import { AddressBlocks, isWithin } from './client-networks';

/** The parsed networks of keys, cached because principals are used repeatedly. */
const networksOf = new WeakMap<Principal, AddressBlocks>();

/** Admits a key until it expires, and from its networks. @throws AppError api_key_expired, network_not_allowed */
export function checkLimitations(principal: Principal, now: Date, address: () => string): void {
  const { expiresAt, networks } = principal;
  if (expiresAt && Date.parse(expiresAt) <= now.getTime()) {
    throw new AppError('api_key_expired', `The API key expired at ${expiresAt}`);
  }
  if (!networks) return;
  const blocks = networksOf.get(principal) ?? new AddressBlocks(networks);
  networksOf.set(principal, blocks);
  if (!blocks.has(address())) throw new AppError('network_not_allowed');
}

/**
 * The expiration time and the networks of a new key. Absent: the values of the key that creates it. Null: no
 * limitation.
 */
interface RequestedLimits {
  expiresAt?: string | null | undefined;
  networks?: readonly string[] | null | undefined;
}

/**
 * The limitations of a key that another key creates: it ends no later, and is accepted only from the same networks.
 * @throws AppError insufficient_scope
 */
export function limitationsWithin(
  own: Pick<Principal, 'expiresAt' | 'networks'>,
  { expiresAt, networks }: RequestedLimits,
): { expiresAt?: string; networks?: string[] } {
  const end = expiresAt === undefined ? own.expiresAt : expiresAt;
  if (own.expiresAt && !(end && Date.parse(end) <= Date.parse(own.expiresAt))) {
    throw new AppError(
      'insufficient_scope',
      `Your key expires at ${own.expiresAt}. Keys that you create with it must not expire later`,
    );
  }
  const allowed = networks === undefined ? own.networks : networks;
  const foreign = own.networks && foreignNetwork(allowed ?? ['all addresses'], own.networks);
  if (foreign !== undefined) {
    throw new AppError(
      'insufficient_scope',
      `Your key is restricted to networks. Keys that you create with it cannot allow ${foreign}`,
    );
  }
  return { ...(end && { expiresAt: end }), ...(allowed && { networks: [...allowed] }) };
}

/**
 * For operations that let people sign in: sessions would outlast the key, and be valid elsewhere. @throws AppError
 * insufficient_scope
 */
export function needUnlimited({ expiresAt, networks }: Pick<Principal, 'expiresAt' | 'networks'>): void {
  if (!expiresAt && !networks) return;
  throw new AppError(
    'insufficient_scope',
    'This operation requires a key without expiration and network restrictions',
  );
}

function foreignNetwork(requested: readonly string[], own: readonly string[]): string | undefined {
  return requested.find((block) => !own.some((outer) => isWithin(block, outer)));
}
