export { KeyRingError, parseKeyRing, type KeyRing, type VaultKey } from './key-ring';
export { lastFour } from './last-four';
export { type TokenMaker, UnsubscribeTokens, type Unsubscription } from './unsubscribe-tokens';
export { createVault, VaultError, type Vault, type VaultErrorReason } from './vault';
