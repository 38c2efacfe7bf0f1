import type { Session } from '../session';
import { details } from '../output/details';
import { verb } from '../words/command';

export const showAccount = (session: Session) =>
  verb('account', 'shows whose key it is, and where', 'account').action(async () => {
    const account = await session.user.get('/account');
    await session.output.one(account, (shown) => details({ ...shown, url: session.place.url }));
  });
