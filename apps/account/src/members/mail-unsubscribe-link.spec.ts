import { type Language, newId } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import type { Users } from '../users';
import { MailUnsubscribeLink } from './mail-unsubscribe-link';
import type { SystemMail } from './system-mail';

const url = 'https://carillon.example.com/u/0cjbrgrzvjb5';

async function mailed(language?: Language) {
  const sent: Parameters<SystemMail['send']>[0][] = [];
  const users = { find: () => Promise.resolve({ name: 'The Shop' }) } as unknown as Users;
  const mail = { send: (each) => Promise.resolve(void sent.push(each)) } as Pick<SystemMail, 'send'>;
  const mailLink = new MailUnsubscribeLink(users, mail as SystemMail, Logger.create('account', 'silent'));
  await mailLink.send({ userId: newId(), address: 'ann@example.org', url, ...(language && { language }) });
  return sent;
}

describe('the email with a working unsubscribe link', () => {
  it.each([
    [undefined, 'Unsubscribe from The Shop', 'Nothing changes'],
    ['en', 'Unsubscribe from The Shop', 'Nothing changes'],
    ['de', 'Abmelden von The Shop', 'Es ändert sich nichts'],
  ] as const)('is written in the person’s language: %s', async (language, subject, text) => {
    const [mail, ...more] = await mailed(language);
    expect([mail, more]).toMatchObject([{ to: 'ann@example.org', subject }, []]);
    expect(mail?.text).toContain(text);
    expect(mail?.text).toContain(`\n${url}\n`);
  });
});
