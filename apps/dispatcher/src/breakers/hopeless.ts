import { type BatchSettled, isId } from '@carillon/contracts';

/** What workers report of credentials that were deleted; see libs/channel. */
const GONE = 'INTEGRATION_NOT_FOUND';

/**
 * Whether waiting for an integration makes no sense: the user's own, once deleted, does not come back, as a new one has a
 * new id. The operator's default sender, whose name is no id, may be configured again.
 */
export function isHopeless(integration: string, down: NonNullable<BatchSettled['providerDown']>): boolean {
  return down.reason === GONE && isId(integration);
}
