import { randomBytes } from 'node:crypto';
import { newId } from '@carillon/contracts';
import { eventually, someone } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { MediaCleanup } from '../src/media/media-cleanup';
import { type S3Settings, S3Storage } from '../src/media/storage/s3-storage';
import { BucketServer } from './bucket-server';
import { CampaignService } from './campaign-service';

const credentials = { accessKeyId: 'bells', secretAccessKey: 'a secret of the bucket' };
const bytes = randomBytes(1_000);

describe('the storage of files in a bucket', () => {
  let server: BucketServer;
  let settings: S3Settings;
  let storage: S3Storage;

  beforeEach(async () => {
    server = await BucketServer.start('bells-media', credentials);
    settings = {
      ...{ bucket: 'bells-media', prefix: 'media/', region: 'eu-central-1', hasPathStyle: true },
      ...{ endpoint: server.url, credentials },
    };
    storage = new S3Storage(settings);
  });
  afterEach(() => server.stop());

  const unavailable = (name: string) =>
    expect.objectContaining({
      code: 'service_unavailable',
      cause: expect.objectContaining({ name }) as object,
    }) as object;

  it('stores a file below the prefix, with its type', async () => {
    await storage.put('one', 'image/png', bytes);
    expect([...server.objects]).toEqual([['media/one', { type: 'image/png', bytes }]]);
  });

  it('reads a file in pieces, and nothing after its end', async () => {
    await storage.put('one', 'image/png', bytes);
    expect(await storage.read('one', 0, 400)).toEqual(bytes.subarray(0, 400));
    expect(await storage.read('one', 400, 1_000)).toEqual(bytes.subarray(400));
    expect(await storage.read('one', 1_000, 400)).toEqual(Buffer.alloc(0));
  });

  it('finds no other files', async () => {
    server.objects.set('one', { type: 'image/png', bytes });
    expect(await storage.read('one', 0, 400)).toBeNull();
  });

  it('removes a file, also if it was removed before', async () => {
    await storage.put('one', 'image/png', bytes);
    await storage.put('other', 'image/png', bytes);
    for (let n = 0; n < 2; n++) await storage.remove('one');
    expect([...server.objects.keys()]).toEqual(['media/other']);
    expect(await storage.read('one', 0, 400)).toBeNull();
  });

  it('is unavailable with a wrong secret', async () => {
    const wrong = { ...credentials, secretAccessKey: 'another secret' };
    const stranger = new S3Storage({ ...settings, credentials: wrong });
    await expect(stranger.put('one', 'image/png', bytes)).rejects.toEqual(
      unavailable('SignatureDoesNotMatch'),
    );
    expect(server.objects.size).toBe(0);
  });

  it('is unavailable without its bucket', async () => {
    const lost = new S3Storage({ ...settings, bucket: 'no-such-bucket' });
    await expect(lost.put('one', 'image/png', bytes)).rejects.toEqual(unavailable('NoSuchBucket'));
    await expect(lost.read('one', 0, 400)).rejects.toEqual(unavailable('NoSuchBucket'));
  });

  it('is unavailable while the server is down', async () => {
    await server.stop();
    await expect(storage.read('one', 0, 400)).rejects.toEqual(
      expect.objectContaining({ code: 'service_unavailable' }),
    );
    server = await BucketServer.start('bells-media', credentials);
  });
});

describe('a service with a bucket', () => {
  let server: BucketServer;
  let service: CampaignService;

  beforeAll(async () => {
    server = await BucketServer.start('bells-media', credentials);
    service = await CampaignService.start(
      {},
      {
        MEDIA_S3_BUCKET: 'bells-media',
        MEDIA_S3_ENDPOINT: server.url,
        MEDIA_S3_PATH_STYLE: 'true',
        MEDIA_S3_ACCESS_KEY_ID: credentials.accessKeyId,
        MEDIA_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      },
    );
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  it('stores uploaded files there, reads them, and removes them after their deletion', async () => {
    const { messenger } = service;
    const [userId, uploadId] = [newId(), newId()];
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n');
    await messenger.request('media.append', { userId, uploadId, seq: 0, bytes: pdf });
    const end = { userId, uploadId, by: someone, pieces: 1, name: 'program.pdf', alt: '' };
    const { media } = await messenger.request('media.end', end);
    expect([...server.objects]).toEqual([[media.id, { type: 'application/pdf', bytes: pdf }]]);
    const { base64 } = await messenger.request('media.read', { token: media.token, from: 0 });
    expect(Buffer.from(base64, 'base64')).toEqual(pdf);
    expect(await service.db.collection('mediaFiles.files').countDocuments()).toBe(0);

    await messenger.request('media.delete', { userId, id: media.id, by: someone, force: false });
    await eventually(async () => {
      const isOld = { $set: { stateAt: new Date(0) } };
      await service.db.collection('media').updateOne({ _id: new ObjectId(media.id) }, isOld);
      await service.part(MediaCleanup).round();
      return server.objects.size === 0;
    });
  });
});
