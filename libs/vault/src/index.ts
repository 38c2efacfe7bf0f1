export { KeyRingError, parseKeyRing, type KeyRing, type VaultKey } from './key-ring';
export { lastFour } from './last-four';
export { createVault, VaultError, type Vault, type VaultErrorReason } from './vault';
