import { ObjectId } from 'mongodb';
import { type Group, newId } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { eventually } from '@carillon/testing';
import { Pieces } from '../src/imports/pieces';
import { ReceiveFile, TidyUploads } from '../src/imports/receive-file';
import { StoredFiles } from '../src/imports/stored-files';
import { Uploads } from '../src/imports/uploads';
import { Importing, nonZero } from './importing';
import { code, SubscriberService } from './subscriber-service';

let service: SubscriberService;
beforeAll(async () => {
  service = await SubscriberService.start();
});
afterAll(() => service.stop());

let group: Group;
let importing: Importing;
beforeEach(async () => {
  const userId = newId();
  group = await service.group(userId);
  importing = new Importing(service, userId, group);
});

const file = Buffer.from('integration,identifier\nemail,ann@mail.test\nemail,bob@mail.test');
type Piece = ReturnType<typeof pieces>[number];
const pieces = (id: string, uploadId: string) =>
  [file.subarray(0, 30), file.subarray(30)].map((bytes, seq) => ({
    id,
    uploadId,
    seq,
    from: seq * 30,
    bytes,
  }));
const stored = (id: string) => service.stored('importPieces').countDocuments({ importId: new ObjectId(id) });

describe('receiving a file', () => {
  it('stores each piece once, regardless of order and repetition', async () => {
    const uploadId = newId();
    const { id } = await importing.begin({ uploadId });
    for (const piece of [...pieces(id, uploadId).reverse(), ...pieces(id, uploadId)])
      await importing.append(piece);
    const ended = await importing.end({ id, uploadId, pieces: 2 });
    expect(await importing.end({ id, uploadId, pieces: 2 })).toMatchObject({ id: ended.id });
    expect(nonZero(await importing.finished(ended))).toEqual({ lines: 2, created: 2 });
  });

  it('blanks all of several people who are erased from one piece at the same time', async () => {
    const [uploadId, parts] = [newId(), service.part(Pieces)];
    const { id } = await importing.begin({ uploadId });
    const lines = Array.from({ length: 20 }, (_, n) => `person${String(n).padStart(2, '0')}@mail.test\n`);
    const bytes = Buffer.from(lines.join(''));
    await importing.append({ id, uploadId, seq: 0, from: 0, bytes });
    const width = bytes.length / lines.length;
    const upload = { id, uploadId };
    await Promise.all(lines.map((_, n) => parts.blank(upload, n * width, (n + 1) * width)));
    const read: Buffer[] = [];
    for await (const piece of parts.from(upload, 0)) read.push(piece);
    const blank = `${'*'.repeat(width - 1)}\n`;
    expect(Buffer.concat(read).toString()).toBe(blank.repeat(lines.length));
  });

  it('stores a concurrently repeated piece once', async () => {
    const uploadId = newId();
    const begun = await importing.begin({ uploadId });
    expect(begun).toMatchObject({ state: 'RECEIVING' });
    const [first, second] = pieces(begun.id, uploadId) as [Piece, Piece];
    await importing.append(first);
    await importing.append(first);
    await importing.append(second);
    const read: Buffer[] = [];
    for await (const bytes of service.part(Pieces).from({ id: begun.id, uploadId }, 0)) read.push(bytes);
    expect(Buffer.concat(read).equals(file)).toBe(true);
    const ended = await importing.end({ id: begun.id, uploadId, pieces: 2 });
    expect(nonZero(await importing.finished(ended))).toEqual({ lines: 2, created: 2 });
  });

  it('closes its database cursors when the reader stops early', async () => {
    const uploadId = newId();
    const { id } = await importing.begin({ uploadId });
    for (const piece of pieces(id, uploadId)) await importing.append(piece);
    for await (const bytes of service.part(Pieces).from({ id, uploadId }, 0)) {
      expect(bytes).toEqual(file.subarray(0, 30));
      break;
    }
    const isOpen = { type: 'idleCursor', ns: `${service.db.databaseName}.importPieces` };
    const pipeline = [{ $currentOp: { idleCursors: true } }, { $match: isOpen }];
    const { cursor } = await service.db.admin().command({ aggregate: 1, pipeline, cursor: {} });
    expect(cursor).toMatchObject({ firstBatch: [] });
  });

  it('does not begin to process an incomplete file', async () => {
    const uploadId = newId();
    const begun = await importing.begin({ uploadId });
    for (const piece of pieces(begun.id, uploadId)) await importing.append(piece);
    expect(await importing.get(begun)).toMatchObject({ state: 'RECEIVING', finishedAt: null });
    await expect(importing.end({ id: begun.id, uploadId, pieces: 3 })).rejects.toEqual(code('internal'));
    expect(await service.audience(group)).toEqual([]);
  });

  it('uses nothing of an interrupted file, and reports it', async () => {
    const uploadId = newId();
    const begun = await importing.begin({ uploadId });
    const [first] = pieces(begun.id, uploadId);
    if (first) await importing.append(first);
    const { userId } = importing;
    await service.messenger.request('import.break', { userId, id: begun.id, uploadId });
    expect(await importing.get(begun)).toMatchObject({ state: 'FAILED', counts: { lines: 0 } });
    expect(await importing.rejected(begun)).toEqual([{ line: 1, reason: 'incomplete', text: '' }]);
    await service.part(TidyUploads).round();
    expect(await stored(begun.id)).toBe(0);
    await expect(importing.end({ id: begun.id, uploadId, pieces: 1 })).rejects.toEqual(
      code('request_timeout'),
    );
  });

  it('abandons a silent upload', async () => {
    const uploadId = newId();
    const begun = await importing.begin({ uploadId });
    await service.part(TidyUploads).round();
    expect((await importing.get(begun)).state).toBe('RECEIVING');
    const ago = { $set: { lastPieceAt: new Date(Date.now() - 61_000) } };
    await service.stored('imports').updateOne({ _id: new ObjectId(begun.id) }, ago);
    await service.part(TidyUploads).round();
    expect((await importing.get(begun)).state).toBe('FAILED');
    const [piece] = pieces(begun.id, uploadId);
    if (piece) await expect(importing.append(piece)).rejects.toEqual(code('request_timeout'));
  });

  it('restarts with the same ID if the previous attempt did not finish', async () => {
    const [id, old, next] = [newId(), newId(), newId()];
    await importing.begin({ id, uploadId: old });
    const [wrong] = pieces(id, old);
    if (wrong) await importing.append({ ...wrong, bytes: Buffer.from('nonsense') });
    await importing.begin({ id, uploadId: next });
    if (wrong) await expect(importing.append(wrong)).rejects.toEqual(code('request_timeout'));
    for (const piece of pieces(id, next)) await importing.append(piece);
    const done = await importing.finished(await importing.end({ id, uploadId: next, pieces: 2 }));
    expect(done).toMatchObject({ id, state: 'DONE', counts: { created: 2 } });
  });

  it('keeps a completed file if another attempt was started at the same time', async () => {
    const uploadId = newId();
    const { userId } = importing;
    const { id } = await importing.begin({ uploadId });
    for (const piece of pieces(id, uploadId)) await importing.append(piece);
    // No worker processes the file yet.
    const lease = (leaseUntil: Date) =>
      service.stored('imports').updateOne({ _id: new ObjectId(id) }, { $set: { leaseUntil } });
    await lease(new Date(Date.now() + 3_600_000));
    const ended = await importing.end({ id, uploadId, pieces: 2 });
    await service.part(ReceiveFile).discard({ userId, id, uploadId });
    expect(await stored(id)).toBe(2);
    await lease(new Date(0));
    expect(nonZero(await importing.finished(ended))).toEqual({ lines: 2, created: 2 });
  });

  it('does not delete pieces of a new attempt together with those of an earlier one', async () => {
    const [id, old, next] = [newId(), newId(), newId()];
    const { userId } = importing;
    await importing.begin({ id, uploadId: old });
    const [part] = pieces(id, old);
    if (part) await importing.append(part);
    await service.messenger.request('import.break', { userId, id, uploadId: old });
    const seen = [{ userId, id, uploadId: old }];
    await importing.begin({ id, uploadId: next });
    for (const piece of pieces(id, next)) await importing.append(piece);
    const late = Object.assign(Object.create(service.part(StoredFiles)) as StoredFiles, {
      finished: () => Promise.resolve(seen),
    });
    await new TidyUploads(service.part(Uploads), late, service.part(Pieces), service.part(Logger)).round();
    const done = await importing.finished(await importing.end({ id, uploadId: next, pieces: 2 }));
    expect(nonZero(done)).toEqual({ lines: 2, created: 2 });
  });

  it('returns the state of a complete file, and accepts nothing more with its ID', async () => {
    const done = await importing.finished(await importing.upload(file));
    expect(await importing.begin({ id: done.id })).toEqual(done);
    expect(nonZero(await importing.get(done))).toEqual({ lines: 2, created: 2 });
  });

  it('limits a user to ten unfinished files, also with concurrent requests', async () => {
    const uploads = Array.from({ length: 14 }, () => ({ id: newId(), uploadId: newId() }));
    const tries = await Promise.allSettled(uploads.map((upload) => importing.begin(upload)));
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual(Array.from({ length: 4 }, () => code('limit_reached')));
    await expect(importing.begin({ kind: 'REMOVE' })).rejects.toEqual(code('limit_reached'));
    const begun = uploads.filter((_, n) => tries[n]?.status === 'fulfilled');
    const { userId } = importing;
    for (const upload of begun.slice(0, 1))
      await service.messenger.request('import.break', { userId, ...upload });
    expect((await importing.begin()).state).toBe('RECEIVING');
    await expect(importing.begin()).rejects.toEqual(code('limit_reached'));
  });

  it('lists files oldest first, additions and removals separately', async () => {
    const added = [await importing.begin(), await importing.begin(), await importing.begin()];
    const removed = await importing.begin({ kind: 'REMOVE' });
    const { userId } = importing;
    const list = (kind: 'ADD' | 'REMOVE', after: string | null, limit: number) =>
      service.messenger.request('import.list', { userId, kind, after, limit });
    expect(await list('ADD', null, 2)).toEqual({ items: added.slice(0, 2), next: added[1]?.id });
    expect(await list('ADD', added[1]?.id ?? null, 2)).toEqual({ items: added.slice(2), next: null });
    expect((await list('REMOVE', null, 10)).items).toEqual([removed]);
  });
});

describe('removing members by a file', () => {
  it('removes them by their addresses, and records the removals', async () => {
    const since = new Date();
    const members = [];
    for (const address of ['ann@mail.test', 'bob@mail.test', 'eve@mail.test'])
      members.push(await service.member(group, { address }));
    const rows = ['Ann@mail.test', 'ann@mail.test', 'ann@mail', 'who@mail.test', 'eve@mail.test'];
    const csv = ['identifier,integration,why', ...rows.map((row) => `${row},email,x`)].join('\n');
    const done = await importing.finished(await importing.upload(csv, { kind: 'REMOVE' }));
    expect(nonZero(done)).toEqual({ lines: 5, removed: 2, missing: 2, rejected: 1 });
    expect((await service.audience(group)).map(({ address }) => address)).toEqual(['bob@mail.test']);
    const recipients = members.map(({ id, address }) => ({ subscriberId: id, address }));
    const { excluded } = await service.messenger.request('audience.excluded', {
      userId: importing.userId,
      channel: 'EMAIL',
      since: since.toISOString(),
      recipients,
    });
    expect(excluded.map(({ index }) => index)).toEqual([0, 2]);
    expect(await importing.rejected(done)).toMatchObject([{ line: 4, reason: 'identifier: invalid_email' }]);
  });

  it('keeps their other groups, and allows them to be added again', async () => {
    const other = await service.group(importing.userId);
    for (const each of [group, other]) await service.member(each, { address: 'ann@mail.test' });
    const line = '{"integration":"email","identifier":"ann@mail.test"}';
    const done = await importing.finished(await importing.upload(line, { kind: 'REMOVE', format: 'ndjson' }));
    expect(nonZero(done)).toEqual({ lines: 1, removed: 1 });
    expect(await service.audience(other)).toHaveLength(1);
    await importing.finished(await importing.upload(line, { format: 'ndjson' }));
    await eventually(async () => (await service.audience(group)).length === 1);
  });
});
