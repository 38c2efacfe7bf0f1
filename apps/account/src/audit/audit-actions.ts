import type { ApiKey, AuditChange, AuditEntry, KeyRate, User } from '@carillon/contracts';
import type { StoredIntegration } from '../integrations/integrations';
import { changesBetween, secretChangesBetween } from './changes';

/** What was done to an account, as far as it does not matter who did it and when. */
export type AuditAction = Pick<AuditEntry, 'userId' | 'action' | 'target' | 'changes'>;

type UserFacts = Pick<User, 'name' | 'email' | 'plan' | 'status'>;

export function userCreated(user: User): AuditAction {
  return ofUser('user.created', user, changesBetween({}, factsOfUser(user)));
}

/** Null: it is as it was. */
export function userUpdated(before: User, after: User): AuditAction | null {
  const changes = changesBetween(factsOfUser(before), factsOfUser(after));
  return changes.length === 0 ? null : ofUser('user.updated', after, changes);
}

export function apiKeyCreated(key: ApiKey, rate: KeyRate): AuditAction {
  return ofApiKey(
    'api_key.created',
    key,
    changesBetween({}, { ...factsOfApiKey(key), ...factsOfRate(rate) }),
  );
}

export function apiKeyRevoked(key: ApiKey): AuditAction {
  return ofApiKey('api_key.revoked', key, changesBetween(factsOfApiKey(key), {}));
}

export function integrationCreated(integration: StoredIntegration): AuditAction {
  return ofIntegration('integration.created', integration, integrationChanges(null, integration));
}

/** Null: it is as it was. */
export function integrationUpdated(before: StoredIntegration, after: StoredIntegration): AuditAction | null {
  const changes = integrationChanges(before, after);
  return changes.length === 0 ? null : ofIntegration('integration.updated', after, changes);
}

export function integrationDeleted(integration: StoredIntegration): AuditAction {
  return ofIntegration('integration.deleted', integration, integrationChanges(integration, null));
}

/** The configuration's own key; a prefix of null: there is, or was, none. */
export function operatorKeyChanged(id: string, before: string | null, after: string | null): AuditAction {
  return {
    userId: null,
    action: after === null ? 'operator_key.removed' : 'operator_key.installed',
    target: { type: 'operator_key', id, name: null },
    changes: changesBetween({ prefix: before }, { prefix: after }),
  };
}

function ofUser(action: AuditAction['action'], { id, name }: User, changes: AuditChange[]): AuditAction {
  return { userId: id, action, target: { type: 'user', id, name }, changes };
}

function ofApiKey(action: AuditAction['action'], { id, userId, name }: ApiKey, changes: AuditChange[]): AuditAction {
  return { userId, action, target: { type: 'api_key', id, name }, changes };
}

function ofIntegration(
  action: AuditAction['action'],
  { id, userId, name }: StoredIntegration,
  changes: AuditChange[],
): AuditAction {
  return { userId, action, target: { type: 'integration', id, name }, changes };
}

function factsOfUser({ name, email, plan, status }: User): UserFacts {
  return { name, email, plan, status };
}

/** All that is known of a key but when it was used. */
function factsOfApiKey({ name, prefix, scopes }: ApiKey): Partial<ApiKey> {
  return { name, prefix, scopes };
}

/** As an operator says it; nothing where the plan decides. */
function factsOfRate(rate: KeyRate): { unlimited?: true; ratePerSecond?: number; burst?: number } {
  if (rate === 'PLAN') return {};
  return rate === 'NONE' ? { unlimited: true } : { ratePerSecond: rate.perSecond, burst: rate.burst };
}

/** Settings are named as the API names them: `settings.host`. */
function integrationChanges(
  before: StoredIntegration | null,
  after: StoredIntegration | null,
): AuditChange[] {
  const inSettings = (change: AuditChange): AuditChange => ({ ...change, field: `settings.${change.field}` });
  return [
    ...changesBetween(factsOfIntegration(before), factsOfIntegration(after)),
    ...changesBetween(before?.settings ?? {}, after?.settings ?? {}).map(inSettings),
    ...secretChangesBetween(before?.sealed ?? {}, after?.sealed ?? {}).map(inSettings),
  ];
}

function factsOfIntegration(integration: StoredIntegration | null): Partial<StoredIntegration> {
  if (!integration) return {};
  const { channel, name, ratePerSecond } = integration;
  return { channel, name, ratePerSecond };
}
