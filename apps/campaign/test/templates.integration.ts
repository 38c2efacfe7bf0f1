import { type AuditNote, type Payload, contentOf, newId } from '@carillon/contracts';
import { OtherServices, anErasureStep, eventually, someone } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { CampaignService } from './campaign-service';

let service: CampaignService;
let account: OtherServices;
const noted: AuditNote[] = [];
beforeAll(async () => {
  service = await CampaignService.start();
  account = await OtherServices.on(service.broker);
  await account.hear('account.events', {
    'audit.noted': (note: Payload<'audit.noted'>) => noted.push(note),
  });
});
afterAll(async () => {
  await account.close();
  await service.stop();
});

type Create = Payload<'template.create'>;
const create = (changes: Partial<Create> = {}) =>
  service.messenger.request('template.create', {
    ...{ id: newId(), userId: newId(), by: someone, kind: 'CAMPAIGN', name: 'Newsletter' },
    content: contentOf({ bodies: { SMS: 'Hello' } }),
    ...changes,
  });
type Whose = Pick<Create, 'userId' | 'id'>;
const update = ({ userId, id }: Whose, changes: Partial<Payload<'template.update'>>) =>
  service.messenger.request('template.update', { userId, id, by: someone, content: {}, ...changes });
const remove = ({ userId, id }: Whose) =>
  service.messenger.request('template.delete', { userId, id, by: someone });
const get = ({ userId, id }: Whose) => service.messenger.request('template.get', { userId, id });
const list = async (userId: string, search?: string, kind: Create['kind'] = 'CAMPAIGN') =>
  (
    await service.messenger.request('template.list', {
      ...{ userId, kind, after: null, limit: 100 },
      ...(search !== undefined && { search }),
    })
  ).items;
const usedBy = async (userId: string) =>
  (await service.messenger.request('campaign.usage', { userId })).used.templates;
const emailOnly = { EMAIL: '<p>Hello</p>' };
const refusal = (code: string) => expect.objectContaining({ code }) as object;
const design = (html: string) =>
  ({ kind: 'design', design: { blocks: [{ type: 'text', html }] } }) satisfies Create['emailSource'];

describe('a template', () => {
  it('is stored once, listed without its messages, and found by a part of its name', async () => {
    const command = { id: newId(), userId: newId(), name: 'Frühling' };
    const template = await create(command);
    expect(template).toMatchObject({ ...command, version: 1, content: { bodies: { SMS: 'Hello' } } });
    expect(await create(command)).toEqual(template);
    const other = await create({ userId: command.userId, name: 'Other' });
    expect(await get(template)).toEqual(template);
    const { content: _, ...outline } = template;
    expect(await list(command.userId, 'fruh')).toEqual([{ ...outline, channels: ['SMS'] }]);
    expect((await list(command.userId)).map(({ id }) => id)).toEqual([other.id, template.id]);
    expect(await usedBy(command.userId)).toBe(2);
  });

  it('keeps its last 20 versions, and goes back to one of them', async () => {
    const template = await create({ content: contentOf({ bodies: { SMS: 'Text 1' } }) });
    const { userId, id } = template;
    const page = (of: string, after: string | null = null, limit = 100) =>
      service.messenger.request('template.versions', { userId: of, id, after, limit });
    const versions = async () => (await page(userId)).items;
    const version = (number: number) =>
      service.messenger.request('template.version', { userId, id, version: number });
    const restore = (number: number, changes = {}) =>
      service.messenger.request('template.restore', { userId, id, by: someone, version: number, ...changes });
    expect(await versions()).toEqual([]);
    for (let number = 2; number <= 23; number++)
      await update(template, { name: `Name ${number}`, content: { bodies: { SMS: `Text ${number}` } } });
    expect((await versions()).map((each) => each.version)).toEqual(
      Array.from({ length: 20 }, (_, index) => 22 - index),
    );
    expect((await versions())[0]).toEqual({
      ...{ version: 22, name: 'Name 22', channels: ['SMS'], savedAt: (await version(22)).updatedAt },
    });
    expect(await version(3)).toMatchObject({ name: 'Name 3', content: { bodies: { SMS: 'Text 3' } } });
    for (const gone of [1, 2, 23, 24, 0])
      await expect(version(gone)).rejects.toEqual(refusal('template_version_not_found'));

    await expect(restore(3, { ifVersion: 22 })).rejects.toEqual(refusal('template_changed'));
    await expect(restore(2)).rejects.toEqual(refusal('template_version_not_found'));
    const restored = await restore(3, { ifVersion: 23 });
    expect(restored).toMatchObject({ version: 24, name: 'Name 23', content: { bodies: { SMS: 'Text 3' } } });
    expect(await get(template)).toEqual(restored);
    await restore(23);
    expect(await get(template)).toMatchObject({ version: 25, content: { bodies: { SMS: 'Text 23' } } });

    const first = await page(userId, null, 15);
    const second = await page(userId, first.next, 15);
    expect([...first.items, ...second.items]).toEqual(await versions());
    expect(second.next).toBeNull();
    await expect(page(newId())).rejects.toEqual(refusal('template_not_found'));
    await remove(template);
    expect(await service.stored('templateVersions').countDocuments({ templateId: new ObjectId(id) })).toBe(0);
  });

  it('goes back to a version with files only while the files exist', async () => {
    const userId = newId();
    const { media: menu } = await service.upload(userId, Buffer.from('%PDF-1.7 menu'), 'Menu.pdf');
    const template = await create({
      userId,
      content: contentOf({ bodies: emailOnly }),
      attachments: [menu.id],
    });
    const restore = (version: number) =>
      service.messenger.request('template.restore', { userId, id: template.id, by: someone, version });
    await update(template, { attachments: [] });
    const attached = { attachments: [expect.objectContaining({ id: menu.id, name: 'Menu.pdf' })] };
    expect(await restore(1)).toMatchObject({ version: 3, content: attached });
    await update(template, { attachments: [] });
    await service.messenger.request('media.delete', { userId, id: menu.id, by: someone, force: true });
    await expect(restore(3)).rejects.toEqual(refusal('media_not_found'));
    expect(await restore(2)).toMatchObject({ version: 5 });
  });

  it('keeps one version of concurrent changes', async () => {
    const template = await create();
    const { userId, id } = template;
    const texts = ['A', 'B', 'C', 'D'];
    await Promise.all(texts.map((SMS) => update(template, { content: { bodies: { SMS } } })));
    const of = { userId, id, after: null, limit: 10 };
    const { items } = await service.messenger.request('template.versions', of);
    expect(items.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    const all = await Promise.all(
      items.map(({ version }) => service.messenger.request('template.version', { userId, id, version })),
    );
    const seen = [await get(template), ...all].map(({ content }) => content.bodies.SMS);
    expect(new Set(seen)).toEqual(new Set(['Hello', ...texts]));
  });

  it('belongs to its account', async () => {
    const template = await create();
    await update(template, { name: 'Letter' });
    const strange = { ...template, userId: newId() };
    await expect(get(strange)).rejects.toEqual(refusal('template_not_found'));
    await expect(update(strange, { name: 'Mine' })).rejects.toEqual(refusal('template_not_found'));
    await expect(remove(strange)).rejects.toEqual(refusal('template_not_found'));
    const { userId, id } = template;
    const restored = { id, by: someone, version: 1 };
    await expect(
      service.messenger.request('template.restore', { ...restored, userId: strange.userId }),
    ).rejects.toEqual(refusal('template_not_found'));
    const page = { userId, id, after: null, limit: 10 };
    expect((await service.messenger.request('template.versions', page)).items).toHaveLength(1);
    expect(await list(strange.userId)).toEqual([]);
  });

  it('needs a message that a campaign could send', async () => {
    await expect(create({ content: contentOf({ subject: 'News' }) })).rejects.toEqual(
      refusal('validation_failed'),
    );
    const broken = contentOf({ engine: 'liquid', bodies: { EMAIL: '<p>{% if %}</p>' } });
    await expect(create({ content: broken })).rejects.toEqual(refusal('validation_failed'));
    const template = await create();
    await expect(update(template, { content: { bodies: { SMS: null } } })).rejects.toEqual(
      refusal('validation_failed'),
    );
    expect(await get(template)).toEqual(template);
  });

  it('has an email that is made from its blocks', async () => {
    const template = await create({ content: contentOf({}), emailSource: design('<p>Spring</p>') });
    expect(template.content.bodies.EMAIL).toContain('Spring');
    const html = { content: { bodies: { EMAIL: '<p>By hand</p>' } } };
    await expect(update(template, html)).rejects.toEqual(refusal('validation_failed'));
    const changed = await update(template, { emailSource: design('<p>Summer</p>') });
    expect(changed.content.bodies.EMAIL).toContain('Summer');
    const separated = await update(template, { ...html, emailSource: null });
    expect(separated.emailSource).toBeUndefined();
    expect(separated.content.bodies.EMAIL).toBe('<p>By hand</p>');
  });

  it('is changed only in the version that was read', async () => {
    const template = await create();
    const changed = await update(template, { name: 'News', ifVersion: 1 });
    expect(changed).toMatchObject({ name: 'News', version: 2, content: template.content });
    await expect(update(template, { name: 'Late', ifVersion: 1 })).rejects.toEqual(
      refusal('template_changed'),
    );
    const subjects = ['One', 'Two', 'Three', 'Four'];
    await Promise.all(subjects.map((subject) => update(template, { content: { subject } })));
    expect((await get(template)).version).toBe(6);
  });

  it('can be blocks of an email, which are listed by themselves and are nothing else', async () => {
    const userId = newId();
    const blocks = {
      userId,
      kind: 'BLOCKS',
      content: contentOf({}),
      emailSource: design('<p>Ours</p>'),
    } as const;
    const [campaign, saved] = [await create({ userId }), await create(blocks)];
    expect(saved).toMatchObject({ kind: 'BLOCKS', emailSource: blocks.emailSource });
    expect((await list(userId)).map(({ id }) => id)).toEqual([campaign.id]);
    expect((await list(userId, undefined, 'BLOCKS')).map(({ id }) => id)).toEqual([saved.id]);
    expect(await usedBy(userId)).toBe(2);
    expect(await update(saved, { name: 'Ours', emailSource: design('<p>New</p>') })).toMatchObject({
      ...{ kind: 'BLOCKS', name: 'Ours' },
    });
    const field = (name: string) =>
      expect.objectContaining({ fields: [expect.objectContaining({ field: name })] }) as object;
    const empty: Create['emailSource'] = { kind: 'design', design: { blocks: [] } };
    const mjml: Create['emailSource'] = { kind: 'mjml', mjml: '<mjml><mj-body></mj-body></mjml>' };
    for (const emailSource of [empty, mjml])
      await expect(create({ ...blocks, emailSource })).rejects.toEqual(field('emailDesign'));
    const { emailSource: _, ...without } = blocks;
    await expect(create(without)).rejects.toEqual(field('emailDesign'));
    const others = [{ subject: 'News' }, { bodies: { SMS: 'Hello' } }, { replyTo: 'a@example.com' }];
    for (const content of others)
      await expect(create({ ...blocks, content: contentOf(content) })).rejects.toEqual(field(''));
    expect(await create({ ...blocks, content: contentOf({ engine: 'liquid' }) })).toMatchObject({
      content: { liquid: { bodies: { EMAIL: expect.stringContaining('Ours') as string } } },
    });
    await expect(update(saved, { emailSource: null })).rejects.toEqual(field('emailDesign'));
  });

  it('is deleted once, and gives its place back', async () => {
    const userId = newId();
    service.limits.set(userId, { templates: 1 });
    const template = await create({ userId });
    await expect(create({ userId: template.userId })).rejects.toEqual(refusal('quota_exceeded'));
    expect(await remove(template)).toEqual({ ids: [template.id] });
    await expect(remove(template)).rejects.toEqual(refusal('template_not_found'));
    await expect(get(template)).rejects.toEqual(refusal('template_not_found'));
    const repeated = create({ id: template.id, userId: template.userId });
    await expect(repeated).rejects.toEqual(refusal('template_not_found'));
    await eventually(async () => (await usedBy(template.userId)) === 0);
    await create({ userId: template.userId });
  });

  it('leaves no texts when it is deleted', async () => {
    const template = await create({ content: contentOf({ bodies: { SMS: 'Secret' } }) });
    await remove(template);
    const document = await service.db.collection('templates').findOne({ _id: new ObjectId(template.id) });
    expect(document).not.toBeNull();
    expect(JSON.stringify(document)).not.toContain('Secret');
  });

  it('is erased with its account', async () => {
    const template = await create();
    await create({ userId: template.userId });
    const step = { ...anErasureStep(), userId: template.userId, address: null };
    await service.messenger.request('erasure.step-in-campaign', step);
    expect(
      await service.db.collection('templates').countDocuments({ userId: new ObjectId(template.userId) }),
    ).toBe(0);
  });

  it('is recorded in the audit trail without its texts', async () => {
    const template = await create();
    await update(template, { name: 'News', content: { bodies: { SMS: 'Good evening' } } });
    await remove(template);
    const found = () => noted.filter(({ target }) => target.id === template.id);
    await eventually(() => found().length === 3);
    expect(found().map(({ action, target, changes }) => [action, target.name, changes])).toEqual([
      ['template.created', 'Newsletter', []],
      [
        'template.updated',
        'News',
        [
          { field: 'name', before: 'Newsletter', after: 'News' },
          { field: 'version', before: 1, after: 2 },
        ],
      ],
      ['template.deleted', 'News', []],
    ]);
  });
});
