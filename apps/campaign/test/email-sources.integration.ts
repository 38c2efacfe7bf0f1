import type { EmailSource, Payload } from '@carillon/contracts';
import { newId } from '@carillon/contracts';
import { CampaignService } from './campaign-service';

const design = (html: string): EmailSource => ({
  kind: 'design',
  design: { blocks: [{ type: 'text', html }] },
});
const mjml = (text: string): EmailSource => ({
  kind: 'mjml',
  mjml: `<mjml><mj-body><mj-section><mj-column>\n<mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`,
});

describe('the source of an email', () => {
  let service: CampaignService;
  let userId: string;

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => {
    userId = newId();
  });
  afterAll(() => service.stop());

  const edit = (id: string, change: Partial<Payload<'campaign.update'>>) =>
    service.messenger.request('campaign.update', { userId, id, content: {}, ...change });
  const refusalOf = (code: string, field: string) => ({
    code: 'validation_failed',
    fields: [expect.objectContaining({ field, code }) as object],
  });

  it('is stored with the HTML that is made from it, in copies and published campaigns, too', async () => {
    const groups = [newId()];
    const draft = await service.createDraft({
      userId,
      name: 'Spring',
      groups,
      emailSource: design('Hi {{name}}'),
    });
    expect(draft.emailSource).toEqual(design('Hi {{name}}'));
    expect(draft.content.bodies.EMAIL).toContain('>Hi {{name}}</div>');

    const copy = await service.messenger.request('campaign.duplicate', {
      userId,
      id: draft.id,
      copyId: newId(),
    });
    expect(copy).toMatchObject({ content: draft.content, emailSource: draft.emailSource });
    await service.publish(draft.id, userId);
    const [published] = await service.announcements(draft.id);
    expect(JSON.stringify(published?.payload)).toContain('Hi ');
    expect(published?.payload).not.toHaveProperty('emailSource');
  });

  it('is not read for lists', async () => {
    await service.createDraft({ userId, emailSource: design('Hi') });
    const { items } = await service.messenger.request('campaign.list', { userId, after: null, limit: 10 });
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty('emailSource');
  });

  it('changes the HTML whenever it changes, and stays as it is when other fields change', async () => {
    const { id } = await service.createDraft({ userId, emailSource: design('first') });
    const changed = await edit(id, { emailSource: mjml('second') });
    expect(changed.content.bodies.EMAIL).toContain('second');
    expect(changed.content.bodies.EMAIL).not.toContain('first');
    expect(await edit(id, { name: 'Spring' })).toMatchObject({
      content: { bodies: { EMAIL: changed.content.bodies.EMAIL } },
      emailSource: mjml('second'),
    });
  });

  it('protects its HTML from other edits, until it is separated', async () => {
    const { id, content } = await service.createDraft({ userId, emailSource: design('Hi') });
    const html = { bodies: { EMAIL: '<p>Mine</p>' } };
    await expect(edit(id, { content: html })).rejects.toMatchObject(refusalOf('conflict', 'emailMessage'));
    const kept = await edit(id, { emailSource: null });
    expect(kept.content).toEqual(content);
    expect(kept).not.toHaveProperty('emailSource');
    expect((await edit(id, { content: html })).content.bodies.EMAIL).toBe('<p>Mine</p>');
    expect(await service.get(id, userId)).not.toHaveProperty('emailSource');
  });

  it('is separated and replaced by HTML in one edit', async () => {
    const { id } = await service.createDraft({ userId, emailSource: design('Hi') });
    const edited = await edit(id, { content: { bodies: { EMAIL: '<p>Mine</p>' } }, emailSource: null });
    expect(edited.content.bodies.EMAIL).toBe('<p>Mine</p>');
    expect(edited).not.toHaveProperty('emailSource');
  });

  it('is removed with the email', async () => {
    const { id } = await service.createDraft({ userId, emailSource: design('Hi') });
    const edited = await edit(id, { content: { bodies: { EMAIL: null } } });
    expect(edited.content.bodies.EMAIL).toBeNull();
    expect(edited).not.toHaveProperty('emailSource');
  });

  it('is refused with the lines of errors in MJML, and changes nothing', async () => {
    const { id } = await service.createDraft({ userId, emailSource: mjml('Hi') });
    const before = await service.get(id, userId);
    const refused = edit(id, { emailSource: mjml('</mj-text><mj-tixt>Hi</mj-tixt><mj-text>') });
    await expect(refused).rejects.toMatchObject({
      fields: [
        {
          field: 'emailMjml',
          code: 'invalid_mjml',
          detail: expect.stringMatching(/^Line 2: .*mj-tixt/) as string,
          line: 2,
        },
      ],
    });
    expect(await service.get(id, userId)).toEqual(before);
  });

  it('is refused if its HTML is too complex to send', async () => {
    const blocks = Array.from({ length: 200 }, () => ({ type: 'text' as const, html: '<b>'.repeat(2_000) }));
    const refused = service.createDraft({ userId, emailSource: { kind: 'design', design: { blocks } } });
    await expect(refused).rejects.toMatchObject(refusalOf('too_complex', 'emailMessage'));
  });
});
