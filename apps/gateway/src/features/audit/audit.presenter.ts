import { type AuditEntry, AuditValue, auditActions, auditTargets } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

const Actor = Part({
  role: OneOf(['user', 'operator', 'system'], {
    description: 'system: an automatic action, or a change through the configuration',
  }),
  keyId: OrNull(Id(), { examples: ['6560f0a1b2c3d4e5f6a7b8c9'] }),
  keyName: OrNull(Text('CI'), { examples: ['CI'] }),
  keyPrefix: OrNull(Text('car_live_aBcD'), { examples: ['car_live_aBcD'] }),
  member: Type.Optional(
    Part(
      {
        _id: Id(),
        name: Text('Ada Lovelace'),
        email: Type.Optional(Text('ada@example.com', { description: 'Requires the scope `admin`' })),
      },
      { description: 'The member who performed the action in a session, without a key' },
    ),
  ),
});

const Target = Part({
  type: OneOf(auditTargets),
  _id: Id(),
  name: OrNull(Text('Ann'), { examples: ['Ann'] }),
});

const valueOf = (example: string, description: string) =>
  Type.Union(AuditValue.anyOf, { examples: [example], description });

/** `before` and `after` have the form that the API uses for the field. */
const Change = Part({
  field: Text('plan', { description: 'Dotted path, such as settings.host' }),
  before: valueOf('FREE', 'null: the field was absent; secrets are shown as ***'),
  after: valueOf('UPGRADED', 'null: the field is absent; secrets are shown as ***'),
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
  ({ id, userId, target, actor, ...entry }: AuditEntry) => {
    const { member, ...key } = actor;
    return {
      ...entry,
      actor: { ...key, ...(member && { member: { ...member, _id: member.id } }) },
      _id: id,
      user: userId,
      target: { ...target, _id: target.id },
    };
  },
);
