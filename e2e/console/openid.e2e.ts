import { stack } from '@carillon/stack';
import { data, until } from '../../dev/driver/api';
import { newUser, unique } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
import { PATIENCE_MS, newPerson, openConsole, seriousFindings, signInAs } from './open-console';

const LEAVE = 'Sign in with Example ID';

describe('signing in through a provider', () => {
  it(
    'returns a member to their page in a new session, and rejects a stranger with a reason',
    async () => {
      const person = await newPerson('editor');
      const { page, context, faults, at, close } = await openConsole();
      const signInAt = async (email: string): Promise<void> => {
        await page.getByRole('link', { name: LEAVE }).click();
        await page.getByLabel('Address').fill(email);
        await page.getByRole('button', { name: 'Continue' }).click();
      };
      await page.goto(at('/people'));
      await page.getByRole('link', { name: LEAVE }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('link', { name: LEAVE }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Sign-in was canceled.').waitFor();
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/people');
      expect(await seriousFindings(page)).toEqual([]);

      await signInAt(person.email);
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
      expect(new URL(page.url()).search).toBe('');
      const ours = ({ name }: { name: string }) => name.startsWith('carillon');
      const cookies = (await context.cookies(stack().gatewayUrl)).filter(ours);
      expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
        ['carillon', true, 'Lax'],
      ]);
      const [entry] = (
        await data(
          'GET',
          `/operator/users/${person.user.id}/audit?action=session.created`,
          {},
          stack().operatorKey,
        )
      ).auditEntries as { changes: unknown[] }[];
      expect(entry?.changes).toContainEqual({ field: 'way', before: null, after: 'oidc' });
      await page.reload();
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();

      await page.goto(at('/profile'));
      await page.getByRole('button', { name: /^Unlink / }).click();
      const dialog = page.getByRole('dialog', { name: /^Unlink / });
      await dialog.getByRole('textbox', { name: 'Current password' }).fill(person.password);
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Unlink' }).click();
      await page.getByText(/ is unlinked\.$/).waitFor();
      await page.getByRole('heading', { name: 'Sign-in providers' }).waitFor({ state: 'detached' });
      await close();
      expect(faults).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    'rejects people who are not members, and does not change the password',
    async () => {
      const person = await newPerson('viewer');
      const { page, faults, at, close } = await openConsole();
      await page.goto(at('/'));
      await page.getByRole('link', { name: LEAVE }).click();
      await page.getByLabel('Address').fill(`stranger.${person.email}`);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('No account has a member with your email address.').waitFor();
      await signInAs(page, person);
      await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
      await close();
      expect(faults).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    'lets a person who joined through the provider set a password, and leave',
    async () => {
      const user = await newUser();
      const email = `${unique('grace')}@example.com`;
      await data('POST', '/invitations', { email, role: 'viewer' }, user.key);
      const { page, faults, at, close } = await openConsole();
      await page.goto(at('/profile'));
      await page.getByRole('link', { name: LEAVE }).click();
      await page.getByLabel('Address').fill(email);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('You can sign in only through this provider').waitFor();
      for (const name of [/second factor/, 'Change password', /^Unlink/]) {
        expect(await page.getByRole('button', { name }).count()).toBe(0);
      }
      await page.getByRole('button', { name: 'Email me a link to set one' }).click();
      await page.getByText(`Check the mailbox of ${email}`).waitFor();
      const subjects = async () => (await inboxOf(email)).map(({ subject }) => subject);
      await until('the mail', 60, async () => (await subjects()).includes('Reset your Carillon password'));
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('button', { name: 'Leave this account' }).click();
      await page.getByText('This is your only account here').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Leave the account' }).click();
      await page.getByRole('link', { name: LEAVE }).waitFor();
      expect((await data('GET', '/members', undefined, user.key)).members).toEqual([]);
      await close();
      expect(faults).toEqual([]);
    },
    2 * PATIENCE_MS,
  );
});
