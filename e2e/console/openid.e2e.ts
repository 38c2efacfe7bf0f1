import { stack } from '@carillon/stack';
import { data } from '../driver/api';
import { openConsole, newPerson, seriousFindings, signInAs } from './open-console';

const LEAVE = 'Sign in with Example ID';

describe('signing in by a provider', () => {
  it('takes a member to where they were, in a session of their own, and a stranger back with a reason', async () => {
    const person = await newPerson('editor');
    const { page, context, faults, at, close } = await openConsole();
    const tell = async (email: string): Promise<void> => {
      await page.getByRole('link', { name: LEAVE }).click();
      await page.getByLabel('Address').fill(email);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await page.goto(at('/people'));
    await page.getByRole('link', { name: LEAVE }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('link', { name: LEAVE }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You did not sign in there.').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/people');
    expect(await seriousFindings(page)).toEqual([]);

    await tell(person.email);
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
    await close();
    expect(faults).toEqual([]);
  });

  it('knows nobody who is no member, and leaves the password as it is', async () => {
    const person = await newPerson('viewer');
    const { page, faults, at, close } = await openConsole();
    await page.goto(at('/'));
    await page.getByRole('link', { name: LEAVE }).click();
    await page.getByLabel('Address').fill(`stranger.${person.email}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Nobody with your email address is a member here.').waitFor();
    await signInAs(page, person);
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });
});
