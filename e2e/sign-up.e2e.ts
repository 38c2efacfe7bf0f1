import { killService, type Json, call, data, list, until } from '../dev/driver/api';
import { type TestGroup, type TestUser, newGroup, newUser, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';

jest.setTimeout(150_000);

describe('a sign-up form', () => {
  let user: TestUser;
  let group: TestGroup;
  let form: Json;
  let address: string;
  beforeEach(async () => {
    user = await newUser('UPGRADED');
    group = await newGroup(user);
    address = `${unique('reader')}@example.com`;
    form = await create({});
  });

  const create = async (more: object): Promise<Json> => {
    const fields = [{ attribute: 'firstName', label: 'First name', required: true }];
    const texts = { name: 'Footer', title: 'Choir news', wording: 'Send me the news of the choir.' };
    const body = { ...texts, group: group.id, fields, ...more };
    return (await data('POST', '/sign-up-forms', body, user.key)).createSignUpForm as Json;
  };
  const post = async (url: unknown, entries: Record<string, string> = {}): Promise<string> =>
    (await fetch(String(url), { method: 'POST', body: new URLSearchParams(entries) })).text();
  const inputsIn = (page: string): Record<string, string> =>
    Object.fromEntries(
      [...page.matchAll(/<input[^>]* name="([^"]+)"(?:[^>]* value="([^"]*)")?/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
  /** Fills in the form as a person does who needs some seconds. */
  const signUp = async (): Promise<void> => {
    const page = await (await fetch(String(form.url))).text();
    const entries = { ...inputsIn(page), email: address, 'field.firstName': 'Ann' };
    await until('the sign-up', 20, async () =>
      (await post(form.url, entries)).includes('Check your mailbox') ? true : null,
    );
  };
  const links = async (): Promise<string[]> =>
    (await inboxOf(address)).map(
      ({ text }) => /https?:\S+\/subscribe\/confirm\/[\w-]+/.exec(String(text))?.[0] ?? '',
    );
  const link = (): Promise<string> =>
    until('the confirmation email', 100, async () => (await links())[0] ?? null);
  const members = async (): Promise<Json[]> =>
    list(await data('GET', `/subscribers?groupId=${group.id}`, undefined, user.key), 'subcribers');

  it('makes a person a member who confirms the link in the email', async () => {
    await signUp();
    const confirm = await link();
    const [mail] = await inboxOf(address);
    expect(mail?.subject).toBe('Confirm your subscription: Choir news');
    expect(mail?.text).toContain('Send me the news of the choir.');
    expect(mail?.headers).not.toHaveProperty('list-unsubscribe');
    expect(await (await fetch(confirm)).text()).toContain(`Choir news, for ${address}`);
    expect(await members()).toEqual([]);
    expect(await post(confirm)).toContain('You are subscribed');
    expect(await members()).toMatchObject([
      { identifier: address, consent: { source: 'Sign-up form: Choir news' } },
    ]);
    const { people } = await data('GET', `/people?identifier=${address}`, undefined, user.key);
    expect(people).toMatchObject([{ attributes: { firstName: 'Ann' } }]);
    expect(await post(confirm)).toContain('does not work anymore');
    expect(await members()).toHaveLength(1);
  });

  it('leads a form on another site to its own page, with the entries', async () => {
    expect(String(form.snippet)).toContain(`action="${String(form.url)}"`);
    const page = await post(form.url, { email: address, 'field.firstName': 'Ann', website: '' });
    expect(inputsIn(page)).toMatchObject({ email: address, 'field.firstName': 'Ann' });
    expect(page).toContain('Check your entries');
  });

  it('does not undo an opt-out with an old link', async () => {
    await signUp();
    const confirm = await link();
    const suppression = { channel: 'email', identifier: address };
    await data('POST', '/suppressions', suppression, user.key);
    expect(await post(confirm)).toContain('does not work anymore');
    expect(await members()).toEqual([]);
  });

  it('sends the email even if the services that send it are killed', async () => {
    await killService('email-worker');
    await signUp();
    await killService('subscriber');
    const confirm = await link();
    await until('the confirmation', 60, async () =>
      (await post(confirm)).includes('You are subscribed') ? true : null,
    );
    expect(await members()).toHaveLength(1);
  });

  it('belongs to its account', async () => {
    const other = await newUser('UPGRADED');
    const answer = await call('GET', `/sign-up-forms/${String(form._id)}`, undefined, other.key);
    expect(answer.body).toMatchObject({ code: 'sign_up_form_not_found' });
  });
});
