import { type Media, type Payload, newId } from '@carillon/contracts';
import { someone } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import sharp from 'sharp';
import { CampaignService } from './campaign-service';
import { ago } from './times';

let service: CampaignService;
beforeAll(async () => {
  service = await CampaignService.start();
});
beforeEach(() => service.clear());
afterAll(() => service.stop());

let uploads = 0;
/** Uploads a PDF of this size that no other test uses. */
async function pdf(userId: string, name = 'Menu', bytes = 100): Promise<Media> {
  const head = Buffer.from(`%PDF-1.7\n%${(uploads += 1)}\n`);
  return (await service.upload(userId, Buffer.concat([head, Buffer.alloc(bytes, 'x')]), name)).media;
}
const attachment = ({ id, token, name, type, bytes }: Media) => ({ id, token, name, type, bytes });
const update = (userId: string, id: string, attachments: string[]) =>
  service.messenger.request('campaign.update', { userId, id, content: {}, attachments });
const remove = ({ userId, id }: Media, force: boolean) =>
  service.messenger.request('media.delete', { userId, id, by: someone, force });
const complete = (userId: string, attachments: string[]) =>
  service.createDraft({
    ...{ userId, attachments, name: 'Spring', groups: [newId()] },
    content: { bodies: { EMAIL: '<p>Hello</p>' } },
  });

describe('attached files', () => {
  it('are files of the account, in the order of the request', async () => {
    const userId = newId();
    const [menu, map] = [await pdf(userId), await pdf(userId, 'Map')];
    const draft = await service.createDraft({ userId, attachments: [map.id, menu.id] });
    expect(draft.content.attachments).toEqual([attachment(map), attachment(menu)]);
    const changed = await update(userId, draft.id, [menu.id]);
    expect(changed.content.attachments).toEqual([attachment(menu)]);
    const content = { preheader: 'Soon' };
    await service.messenger.request('campaign.update', { userId, id: draft.id, content });
    expect((await service.get(draft.id, userId)).content.attachments).toEqual([attachment(menu)]);
    await service.messenger.request('media.update', { userId, id: menu.id, by: someone, name: 'New.pdf' });
    expect((await update(userId, draft.id, [menu.id])).content.attachments).toEqual([attachment(menu)]);
    await update(userId, draft.id, []);
    expect((await service.get(draft.id, userId)).content).not.toHaveProperty('attachments');
  });

  it('must exist, and have at most 7 MB together', async () => {
    const [userId, stranger] = [newId(), newId()];
    const own = await pdf(userId, 'Menu', 4 * 1024 * 1024);
    const other = await pdf(stranger);
    for (const unknown of [newId(), other.id])
      await expect(service.createDraft({ userId, attachments: [own.id, unknown] })).rejects.toMatchObject({
        code: 'media_not_found',
        fields: [{ field: 'attachments.1', code: 'not_found' }],
      });
    const second = await pdf(userId, 'Map', 4 * 1024 * 1024);
    const { id } = await service.createDraft({ userId, attachments: [own.id] });
    await expect(update(userId, id, [own.id, second.id])).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'attachments', code: 'too_big' }],
    });
  });

  it('are copied with the campaign, and with templates', async () => {
    const userId = newId();
    const menu = await pdf(userId);
    const { id } = await service.createDraft({ userId, attachments: [menu.id] });
    const copy = await service.messenger.request('campaign.duplicate', { userId, id, copyId: newId() });
    expect(copy.content.attachments).toEqual([attachment(menu)]);
    const { content } = await service.createDraft({ content: { bodies: { SMS: 'Hi' } } });
    const template = await service.messenger.request('template.create', {
      ...{ id: newId(), userId, by: someone, kind: 'CAMPAIGN', name: 'News' },
      ...{ content, attachments: [menu.id] },
    });
    expect(template.content.attachments).toEqual([attachment(menu)]);
    await expect(remove(menu, false)).rejects.toMatchObject({ code: 'media_in_use' });
  });

  it('are deleted only with force, and then prevent publishing', async () => {
    const userId = newId();
    const [menu, map] = [await pdf(userId), await pdf(userId, 'Map')];
    const { id } = await complete(userId, [map.id, menu.id]);
    await expect(remove(menu, false)).rejects.toMatchObject({
      code: 'media_in_use',
      message: expect.stringContaining('“Spring”') as string,
    });
    await remove(menu, true);
    const refusal = {
      code: 'campaign_attachments_missing',
      fields: [{ field: 'attachments.1', code: 'not_found', detail: 'The file Menu.pdf was deleted' }],
    };
    await expect(service.publish(id, userId)).rejects.toMatchObject(refusal);
    const { problems } = await service.messenger.request('campaign.check', { userId, id });
    expect(problems).toMatchObject([refusal]);
    // The draft can still be saved with the deleted file, but the file can't be attached again.
    await update(userId, id, [menu.id, map.id]);
    await update(userId, id, [map.id]);
    await expect(update(userId, id, [menu.id])).rejects.toMatchObject({ code: 'media_not_found' });
    expect(await service.publish(id, userId)).toMatchObject({ status: 'SENDING' });
    await remove(map, true);
  });

  it('are published with an event that older dispatchers do not know', async () => {
    const userId = newId();
    const menu = await pdf(userId);
    const { id } = await complete(userId, [menu.id]);
    await service.publish(id, userId);
    expect(await service.announcements(id)).toMatchObject([
      {
        event: 'campaign.published-with-attachments',
        payload: { content: { attachments: [attachment(menu)] } },
      },
    ]);
  });

  it('prevent the start of a scheduled campaign if they were deleted', async () => {
    const userId = newId();
    const menu = await pdf(userId);
    const { id } = await complete(userId, [menu.id]);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    await service.schedule(id, userId, { scheduledAt });
    await remove(menu, true);
    const due = { scheduledAt: ago(1_000), dueAt: ago(1_000) };
    await service.documents.updateOne({ _id: new ObjectId(id) }, { $set: due });
    await service.reaches(id, 'CANCELLED');
    expect(await service.get(id, userId)).toMatchObject({ statusReason: 'ATTACHMENTS_MISSING' });
  });
});

/** Uploads a PNG of this size that no other test uses. */
async function picture(userId: string, name = 'Spring'): Promise<Media> {
  const create = { width: 2, height: (uploads += 1), channels: 3, background: 'red' } as const;
  return (await service.upload(userId, await sharp({ create }).png().toBuffer(), name)).media;
}

describe('the media of messages', () => {
  const send = (userId: string, id: string, media: Payload<'campaign.update'>['media']) =>
    service.messenger.request('campaign.update', { userId, id, content: {}, ...(media && { media }) });

  it('are files of the account, one for each channel', async () => {
    const userId = newId();
    const [spring, menu] = [await picture(userId), await pdf(userId)];
    const draft = await service.createDraft({ userId, media: { WHATSAPP: spring.id } });
    expect(draft.content.media).toEqual({ WHATSAPP: attachment(spring) });
    const changed = await send(userId, draft.id, { SMS: menu.id });
    expect(changed.content.media).toEqual({ WHATSAPP: attachment(spring), SMS: attachment(menu) });
    expect((await send(userId, draft.id, undefined)).content).toEqual(changed.content);
    expect((await send(userId, draft.id, { WHATSAPP: null })).content.media).toEqual({
      SMS: attachment(menu),
    });
    expect((await send(userId, draft.id, { SMS: null })).content).not.toHaveProperty('media');
    await expect(send(userId, draft.id, { SMS: newId() })).rejects.toMatchObject({
      code: 'media_not_found',
      fields: [{ field: 'smsMedia', code: 'not_found' }],
    });
  });

  it('have a type and a size that the channel takes', async () => {
    const userId = newId();
    const { id } = await service.createDraft({ userId });
    const large = await pdf(userId, 'Map', 700_000);
    await send(userId, id, { WHATSAPP: large.id });
    await expect(send(userId, id, { SMS: large.id })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'smsMedia', code: 'too_big' }],
    });
    const gif = await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
      .gif()
      .toBuffer();
    const { media } = await service.upload(userId, gif, 'Spring');
    await send(userId, id, { SMS: media.id });
    await expect(send(userId, id, { WHATSAPP: media.id })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'whatsappMedia', code: 'not_allowed' }],
    });
  });

  it('need a text, and prevent publishing if they were deleted', async () => {
    const userId = newId();
    const spring = await picture(userId);
    const media = { WHATSAPP: spring.id };
    const ready = { userId, media, name: 'Spring', groups: [newId()] };
    const silent = await service.createDraft({ ...ready, content: { bodies: { SMS: 'Hello' } } });
    await expect(service.publish(silent.id, userId)).rejects.toMatchObject({
      code: 'campaign_incomplete',
      fields: [{ field: 'whatsappMessage', code: 'required' }],
    });
    const draft = () => service.createDraft({ ...ready, content: { bodies: { WHATSAPP: 'Look' } } });
    const [sent, kept] = [await draft(), await draft()];
    await service.publish(sent.id, userId);
    expect(await service.announcements(sent.id)).toMatchObject([
      {
        event: 'campaign.published-with-attachments',
        payload: { content: { media: { WHATSAPP: attachment(spring) } } },
      },
    ]);
    await expect(remove(spring, false)).rejects.toMatchObject({ code: 'media_in_use' });
    await remove(spring, true);
    await expect(service.publish(kept.id, userId)).rejects.toMatchObject({
      code: 'campaign_attachments_missing',
      fields: [{ field: 'whatsappMedia', code: 'not_found', detail: 'The file Spring.png was deleted' }],
    });
  });
});
