import type { Feature } from '@carillon/mongo';
import { Authenticator } from './authenticator';
import { ClientNetworks } from './client-networks';
import { KeyUses } from './key-uses';
import { KnownDevices } from './known-devices';
import { NegativeKeyCache } from './negative-key-cache';
import { PrincipalCache } from './principal-cache';

/** The caller and its address. */
export const security: Feature = {
  providers: [Authenticator, PrincipalCache, NegativeKeyCache, KeyUses, ClientNetworks, KnownDevices],
};
