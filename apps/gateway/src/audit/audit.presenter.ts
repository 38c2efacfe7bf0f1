import { type AuditEntry, AuditValue, auditActions } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../openapi/view';

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

export const presentAuditEntry = presenter(
  AuditEntryView,
  ({ id, userId, target, ...entry }: AuditEntry) => ({
    ...entry,
    _id: id,
    user: userId,
    target: { ...target, _id: target.id },
  }),
);
