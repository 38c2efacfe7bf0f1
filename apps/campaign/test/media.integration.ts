import { type AuditNote, type Media, PIECE_BYTES, newId } from '@carillon/contracts';
import { anErasureStep, eventually, someone } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';
import sharp from 'sharp';
import { FileStorage } from '../src/media/storage';
import { MediaCleanup } from '../src/media/media-cleanup';
import { CampaignService } from './campaign-service';

let service: CampaignService;
beforeAll(async () => {
  service = await CampaignService.start();
});
afterAll(() => service.stop());

/** A picture that no other test uses. */
const picture = (width = 40): Promise<Buffer> => {
  const [r, g, b] = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256));
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({
    create: { width, height: 20, channels: 3, background: { r: r ?? 0, g: g ?? 0, b: b ?? 0 }, noise },
  })
    .png()
    .toBuffer();
};

const upload = async (userId: string, bytes: Buffer, name = 'photo.png'): Promise<Media> =>
  (await service.upload(userId, bytes, name)).media;
const list = async (
  userId: string,
  query: { search?: string; kind?: 'IMAGE' | 'FILE' } = {},
): Promise<Media[]> =>
  (await service.messenger.request('media.list', { userId, after: null, limit: 100, ...query })).items;
const bytesOf = async ({ token }: Media): Promise<Buffer> => {
  const { base64 } = await service.messenger.request('media.read', { token, from: 0 });
  return Buffer.from(base64, 'base64');
};
const remove = ({ userId, id }: Media, force = false) =>
  service.messenger.request('media.delete', { userId, id, by: someone, force });
const usedBy = async (userId: string) => {
  const { used } = await service.messenger.request('campaign.usage', { userId });
  return [used.media, used.mediaBytes];
};
const document = (id: string) =>
  service.db.collection('media').findOne({ _id: new ObjectId(id) }, { readConcern: 'majority' });
const chunks = (id: string) =>
  service.db.collection('mediaFiles.chunks').countDocuments({ files_id: new ObjectId(id) });
const refusal = (code: string) => expect.objectContaining({ code }) as object;
/** The document has been in its state for longer than any limit. */
const age = (id: string) =>
  service.db.collection('media').updateOne({ _id: new ObjectId(id) }, { $set: { stateAt: new Date(0) } });

describe('an upload', () => {
  it('becomes a file that can be read, listed, and found by a part of its name', async () => {
    const userId = newId();
    const media = await upload(userId, await picture(), 'Chor Frühling.png');
    expect(media).toMatchObject({
      kind: 'IMAGE',
      name: 'Chor Frühling.png',
      type: 'image/png',
      width: 40,
      height: 20,
    });
    expect(await list(userId, { search: 'fruhl' })).toEqual([media]);
    expect(await list(userId, { search: 'winter' })).toEqual([]);
    expect(await list(userId, { kind: 'FILE' })).toEqual([]);
    const { media: found } = await service.messenger.request('media.find', { token: media.token });
    expect(found).toEqual(media);
    expect((await bytesOf(media)).length).toBe(media.bytes);
    expect(await usedBy(userId)).toEqual([1, media.bytes]);
  });

  it('of several pieces is read in pieces', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 * PIECE_BYTES + 10, 'x')]);
    const media = await upload(newId(), pdf, 'program');
    expect(media).toMatchObject({ kind: 'FILE', name: 'program.pdf', bytes: pdf.length });
    const read: Buffer[] = [];
    for (let from = 0; from < pdf.length; from += PIECE_BYTES) {
      const { base64 } = await service.messenger.request('media.read', { token: media.token, from });
      read.push(Buffer.from(base64, 'base64'));
    }
    expect(Buffer.concat(read).equals(pdf)).toBe(true);
  });

  it('of the same bytes is the same file, also at the same time', async () => {
    const userId = newId();
    const bytes = await picture();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => service.upload(userId, bytes, 'photo.png')),
    );
    expect(new Set(all.map(({ media }) => media.id)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await list(userId)).toHaveLength(1);
    expect(await service.upload(userId, bytes, 'again.png')).toEqual({ media: all[0]?.media, isNew: false });
    expect((await upload(newId(), bytes)).id).not.toBe(all[0]?.media.id);
    await eventually(async () => (await usedBy(userId))[0] === 1);
    expect(await service.db.collection('mediaPieces').countDocuments({ userId: new ObjectId(userId) })).toBe(
      0,
    );
  });

  it('is refused if pieces are missing, and if it exceeds a quota', async () => {
    const userId = newId();
    const { uploadId, pieces } = await service.append(userId, await picture());
    const last = { userId, uploadId, by: someone, name: 'a.png', alt: '' };
    await expect(service.messenger.request('media.end', { ...last, pieces: pieces + 1 })).rejects.toEqual(
      refusal('request_timeout'),
    );
    service.limits.set(userId, { media: 5, mediaBytes: 10 });
    const full = refusal('quota_exceeded');
    await expect(service.messenger.request('media.end', { ...last, pieces })).rejects.toEqual(full);
    expect(await list(userId)).toEqual([]);
    expect(await usedBy(userId)).toEqual([0, 0]);
  });
});

describe('a file', () => {
  it('is renamed and described, and the audit trail records it', async () => {
    const userId = newId();
    const media = await upload(userId, await picture());
    const change = { userId, id: media.id, by: someone, name: 'choir.png', alt: '' };
    expect(await service.messenger.request('media.update', change)).toMatchObject({
      name: 'choir.png',
      alt: '',
    });
    expect(await list(userId, { search: 'choir' })).toHaveLength(1);
    const other = { ...change, userId: newId() };
    await expect(service.messenger.request('media.update', other)).rejects.toEqual(
      refusal('media_not_found'),
    );
  });

  it('that campaigns link to is deleted only with force', async () => {
    const userId = newId();
    const media = await upload(userId, await picture());
    const EMAIL = `<img src="https://news.example.com/m/${media.token}/photo.png">`;
    const { id } = await service.create({ userId, name: 'Spring', content: { bodies: { EMAIL } } });
    await expect(remove(media)).rejects.toMatchObject({
      code: 'media_in_use',
      message: expect.stringContaining('“Spring”') as string,
    });
    const bodies = { EMAIL: '<p>Hello</p>' };
    await service.messenger.request('campaign.update', { id, userId, content: { bodies } });
    const src = `https://news.example.com/m/${media.token}/photo.png`;
    const command = { userId, by: someone };
    await service.messenger.request('brand.update', { ...command, logo: { src, alt: 'Choir' } });
    await expect(remove(media)).rejects.toMatchObject({
      code: 'media_in_use',
      message: expect.stringContaining('your brand') as string,
    });
    await service.messenger.request('brand.update', { ...command, logo: null });
    expect(await remove(media)).toEqual({ ids: [media.id] });
  });

  it('that was deleted is gone at once, and its bytes soon', async () => {
    const userId = newId();
    const bytes = await picture();
    const media = await upload(userId, bytes);
    expect(await remove(media, true)).toEqual({ ids: [media.id] });
    expect(await list(userId)).toEqual([]);
    await expect(bytesOf(media)).rejects.toEqual(refusal('media_not_found'));
    await expect(remove(media)).rejects.toEqual(refusal('media_not_found'));
    await eventually(async () => (await usedBy(userId))[0] === 0);
    expect((await upload(userId, bytes)).id).not.toBe(media.id);
    await eventually(async () => {
      const { notes = [] } = (await document(media.id)) as unknown as { notes?: AuditNote[] };
      return notes.length === 0;
    });
    await age(media.id);
    await service.part(MediaCleanup).round();
    await eventually(async () => (await document(media.id)) === null);
    expect(await chunks(media.id)).toBe(0);
  });
});

describe('a process that ends while it stores a file', () => {
  it('leaves nothing that anyone sees, and the bytes are removed', async () => {
    const userId = newId();
    const bytes = await picture();
    const storage = service.part<FileStorage>(FileStorage as never);
    const put = jest.spyOn(storage, 'put').mockImplementationOnce(async (key: string) => {
      // As after kill -9: some chunks, without the entry of GridFS, and a document in the state STORING.
      const chunk = { files_id: new ObjectId(key), n: 0, data: new mongo.Binary(bytes) };
      await service.db.collection('mediaFiles.chunks').insertOne(chunk);
      throw new Error('The process ends');
    });
    await expect(upload(userId, bytes)).rejects.toThrow();
    const [key = ''] = put.mock.calls[0] ?? [];
    await service.db
      .collection('media')
      .updateOne({ _id: new ObjectId(key) }, { $set: { state: 'STORING', stateAt: new Date(0) } });
    expect(await list(userId)).toEqual([]);
    const { media } = await service.messenger.request('media.find', {
      token: ((await document(key)) as unknown as Media).token,
    });
    expect(media).toBeNull();

    const cleanup = service.part(MediaCleanup);
    await cleanup.round();
    await age(key);
    await cleanup.round();
    await eventually(async () => (await document(key)) === null);
    expect(await chunks(key)).toBe(0);
    expect((await upload(userId, bytes)).id).not.toBe(key);
  });
});

describe('the erasure of a user', () => {
  it('deletes all files, and ends after their bytes are removed', async () => {
    const userId = newId();
    const media = await upload(userId, await picture());
    const { uploadId } = await service.append(userId, await picture());
    const step = { ...anErasureStep(), userId, address: null };
    const erase = () => service.messenger.request('erasure.step-in-campaign', step);
    expect(await erase()).toMatchObject({ state: 'wait' });
    await expect(bytesOf(media)).rejects.toEqual(refusal('media_not_found'));
    expect(await service.db.collection('mediaPieces').countDocuments({ uploadId })).toBe(0);
    await eventually(async () => {
      await age(media.id);
      await service.part(MediaCleanup).round();
      return (await document(media.id)) === null;
    });
    expect(await erase()).toMatchObject({ state: 'done' });
    expect(await chunks(media.id)).toBe(0);
  });
});
