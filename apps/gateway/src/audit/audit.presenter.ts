import { type AuditEntry, AuditValue, auditActions } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Part, Text, Time, View } from '../openapi/view';

const Actor = Part({
  role: OneOf(['user', 'operator', 'system'], { description: 'system: the configuration' }),
  keyId: OrNull(Id(), { examples: ['6560f0a1b2c3d4e5f6a7b8c9'] }),
  keyName: OrNull(Text('CI'), { examples: ['CI'] }),
  keyPrefix: OrNull(Text('car_live_aBcD'), { examples: ['car_live_aBcD'] }),
});

const Target = Part({
  type: OneOf(['user', 'api_key', 'integration', 'operator_key']),
  _id: Id(),
  name: OrNull(Text('Ann'), { examples: ['Ann'] }),
});

const valueOf = (example: string, description: string) =>
  Type.Union(AuditValue.anyOf, { examples: [example], description });

/** `before` and `after` are as the API shows the field. */
const Change = Part({
  field: Text('plan', { description: 'dotted: settings.host' }),
  before: valueOf('FREE', 'null: it was not there; a secret is ***'),
  after: valueOf('UPGRADED', 'null: it is not there; a secret is ***'),
});

export const AuditEntryView = View('AuditEntry', {
  _id: Id(),
  at: Time(),
  user: OrNull(Id(), { examples: ['6560f0a1b2c3d4e5f6a7b8c8'] }),
  actor: Actor,
  action: OneOf(auditActions, { examples: ['user.updated'] }),
  target: Target,
  changes: Type.Array(Change),
  requestId: OrNull(Text('6560f0a1b2c3d4e5f6a7b8c7')),
});
export type AuditEntryView = Static<typeof AuditEntryView>;

export function presentAuditEntry(entry: AuditEntry): AuditEntryView {
  const { id, at, userId, actor, action, target, changes, requestId } = entry;
  const { role, keyId, keyName, keyPrefix } = actor;
  return {
    _id: id,
    at,
    user: userId,
    actor: { role, keyId, keyName, keyPrefix },
    action,
    target: { type: target.type, _id: target.id, name: target.name },
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
    requestId,
  };
}
