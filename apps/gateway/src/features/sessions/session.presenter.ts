import type { Session } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OrNull, Text, Time, View, presenter } from '../../openapi/view';
import { type SessionToken } from '../../security/session-token';

export const SessionView = View('Session', {
  _id: Id(),
  user: Id({ description: 'The account' }),
  member: Id(),
  userAgent: OrNull(Text('Mozilla/5.0'), { examples: ['Mozilla/5.0'] }),
  isCurrent: Type.Boolean({ description: 'Whether this is the session of the request' }),
  createdAt: Time(),
  lastUsedAt: Time(),
  expiresAt: Time({ description: 'When the session ends if it is not used' }),
});
export const CurrentSessionView = View('CurrentSession', {
  ...SessionView.properties,
  csrfToken: Text('n2u0…', {
    description: 'For the header `X-CSRF-Token`, which all methods except GET require',
  }),
});
const shown = ({ id, userId, memberId, ...session }: Session, isCurrent: boolean) => ({
  ...session,
  ...{ _id: id, user: userId, member: memberId, isCurrent },
});
export const presentSession = (sessionId: string) =>
  presenter(SessionView, (session: Session) => shown(session, session.id === sessionId));
export const presentCurrent = presenter(
  CurrentSessionView,
  ({ session, token }: { session: Session; token: SessionToken }) => ({
    ...shown(session, true),
    csrfToken: token.csrfToken,
  }),
);
