import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { stack } from '@carillon/stack';
import { type Json, data, text, until } from '../../dev/driver/api';
import { newGroup, subscribeTo } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
import { newNumber } from '../../dev/driver/phones';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  unfitForPhones,
} from './open-console';

const picture = join(__dirname, '../../docs/console/topics.png');

describeWith('chromium', 'media in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let person: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    person = await newPerson();
    await page.goto(at('/media'));
    await signInAs(page, person);
    await page.getByRole('heading', { name: 'Upload your first image' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  it(
    'are uploaded, described, and inserted into an email',
    async () => {
      await page.getByLabel('Upload').first().setInputFiles(picture);
      await page.getByRole('img', { name: 'topics.png' }).waitFor();
      await page.getByRole('button', { name: 'Edit: topics.png' }).click();
      await page.getByRole('textbox', { name: 'Alternative text' }).fill('A list of topics');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('img', { name: 'A list of topics' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      const created = await data('POST', '/campaigns/drafts', { name: 'Spring' }, person.user.key);
      const id = text(created, 'createDraft', '_id');
      await page.goto(at(`/campaigns/${id}`));
      await page.getByRole('button', { name: 'Add: Image' }).click();
      await page.getByRole('button', { name: 'Insert image' }).click();
      await page.getByRole('button', { name: 'Insert topics.png' }).click();
      const description = page.getByRole('textbox', { name: 'Description' });
      await until('the description', 60, async () => (await description.inputValue()) === 'A list of topics');
      await page.getByText(/^Saved \d/).waitFor();

      // The preview shows uploaded images without asking.
      await page.getByText('Preview', { exact: true }).click();
      const shown = page.frameLocator('iframe').getByRole('img', { name: 'A list of topics' });
      await until('the image', 60, () =>
        shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
      );
      expect(await page.getByRole('button', { name: 'Load images' }).count()).toBe(0);
      await page.getByText('Edit', { exact: true }).click();

      await page.getByText('HTML', { exact: true }).click();
      await page.getByRole('button', { name: 'Switch to HTML' }).click();
      await page.getByRole('button', { name: 'Insert image' }).click();
      await page.getByRole('button', { name: 'Insert topics.png' }).click();
      await until('two images', 60, async () => {
        const { campaign } = await data('GET', `/campaigns/${id}`, undefined, person.user.key);
        return text(campaign, 'message').split('alt="A list of topics"').length === 3;
      });
    },
    PATIENCE_MS,
  );

  it(
    'are attached to an email and removed from it',
    async () => {
      const created = await data('POST', '/campaigns/drafts', { name: 'Summer' }, person.user.key);
      const id = text(created, 'createDraft', '_id');
      const attachmentsAre = (names: string[]) =>
        until(`the attachments ${names.join()}`, 60, async () => {
          const { campaign } = await data('GET', `/campaigns/${id}`, undefined, person.user.key);
          const { attachments } = campaign as { attachments: { name: string }[] };
          return attachments.map(({ name }) => name).join() === names.join();
        });
      await page.goto(at(`/campaigns/${id}`));
      await page.getByRole('button', { name: 'Attach a file' }).click();
      await page.getByRole('button', { name: 'Attach topics.png' }).click();
      await page.getByRole('group', { name: 'Attachments' }).getByText('topics.png').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await attachmentsAre(['topics.png']);
      await page.getByRole('button', { name: 'Remove topics.png' }).click();
      await attachmentsAre([]);
    },
    PATIENCE_MS,
  );

  it(
    'are sent with a WhatsApp message',
    async () => {
      const { user } = person;
      const settings = { ...stack().twilio, from: newNumber() };
      await data('POST', '/senders', { channel: 'whatsapp', name: 'Sandbox', settings }, user.key);
      const group = await newGroup(user, 'Readers');
      const phone = newNumber();
      await subscribeTo('whatsapp', user, group, phone);
      const draft = { name: 'Autumn', groups: [group.id] };
      const id = text(await data('POST', '/campaigns/drafts', draft, user.key), 'createDraft', '_id');
      await page.goto(at(`/campaigns/${id}`));
      await page.getByRole('tab', { name: 'WhatsApp' }).click();
      const media = page.getByRole('group', { name: 'Picture, video, or document' });
      await media.getByRole('button', { name: 'Choose a file' }).click();
      await page.getByRole('button', { name: 'Attach topics.png' }).click();
      await media.getByText('topics.png').waitFor();
      await page.getByRole('textbox', { name: 'WhatsApp message' }).fill('Look');
      const bubble = page.getByRole('group', { name: 'Preview' });
      const shown = bubble.getByRole('img', { name: 'A list of topics' });
      await until('the picture', 60, () =>
        shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
      );
      expect(await seriousFindings(page)).toEqual([]);
      await until('the stored text', 60, async () => {
        const { campaign } = await data('GET', `/campaigns/${id}`, undefined, user.key);
        const { whatsappMedia, whatsappMessage } = campaign as Json;
        return (whatsappMedia as Json | null)?.name === 'topics.png' && whatsappMessage === 'Look';
      });
      await page.getByRole('button', { name: 'Review and send' }).click();
      await page.getByRole('button', { name: 'Send to 1 recipient' }).click();
      const [message] = await until('the message', 60, async () => {
        const messages = await inboxOf(phone);
        return messages.length > 0 ? messages : null;
      });
      expect(message).toMatchObject({
        text: 'Look',
        mediaUrl: expect.stringMatching(/\/m\/[\w-]{22}\/topics\.png$/) as string,
      });
      const served = await fetch(new URL(new URL(text(message, 'mediaUrl')).pathname, stack().gatewayUrl));
      expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    },
    PATIENCE_MS,
  );

  it(
    'are deleted after a confirmation',
    async () => {
      await page.goto(at('/media'));
      await page.getByRole('button', { name: 'Delete: topics.png' }).click();
      await page.getByRole('checkbox', { name: 'Delete it even if campaigns or templates use it' }).check();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('heading', { name: 'Upload your first image' }).waitFor();
      expect(await unfitForPhones(opened, [['/media', 'Medien']])).toEqual([]);
    },
    PATIENCE_MS,
  );
});
