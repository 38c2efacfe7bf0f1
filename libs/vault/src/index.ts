export { AddressHashes } from './address-hashes';
export { apiKeyPrefix, apiKeyRole, hashApiKey, mintApiKey } from './api-key-secret';
export { BounceAddresses, localPartOf, tokenIn } from './bounce-addresses';
export { type Click, ClickTokens } from './click-tokens';
export { senderContext, loginContext, signingKeyContext, webhookContext } from './contexts';
export { erasedAs, erasedRange, isErased } from './erased-addresses';
export { KeyRingError, parseKey, parseKeyRing, type KeyRing, type VaultKey } from './key-ring';
export { lastFour } from './last-four';
export { type LinkTokenMaker, LinkTokens, MOST_LINKS, type NamedLink } from './link-tokens';
export { parsePublicKey, publicKeyOf, type VaultPublicKey } from './public-key';
export {
  codeAt,
  hashRecoveryCode,
  mintRecoveryCodes,
  mintTotpSecret,
  otpauthUri,
  stepOf,
} from './second-factor';
export {
  type TokenMaker,
  UnsubscribeTokens,
  type Unsubscription,
  tokenWithTopic,
  topicOfToken,
} from './unsubscribe-tokens';
export { VerifyTokens } from './verify-tokens';
export {
  createSealer,
  createVault,
  type Sealer,
  VaultError,
  type Vault,
  type VaultErrorReason,
} from './vault';
