import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { AppError } from '@carillon/contracts';
import { FileStorage } from './file-storage';

export interface S3Settings {
  bucket: string;
  /** Begins the key of each file, such as `media/`. It can be empty. */
  prefix: string;
  region: string;
  /** Absent: Amazon S3. */
  endpoint?: string | undefined;
  /** Whether the bucket is in the path of URLs and not in the host name. */
  hasPathStyle: boolean;
  /** Absent: the default chain of the AWS SDK, such as the role of the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

const TIMEOUT_MS = 10_000;

/** Stores files in a bucket of a service with the protocol of Amazon S3. */
export class S3Storage extends FileStorage {
  private readonly client: S3Client;

  constructor(private readonly settings: S3Settings) {
    super();
    const { region, endpoint, hasPathStyle, credentials } = settings;
    this.client = new S3Client({
      region,
      forcePathStyle: hasPathStyle,
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
      // Other services than Amazon's often reject or ignore the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(key: string, type: string, bytes: Buffer): Promise<void> {
    await this.send((options) =>
      this.client.send(
        new PutObjectCommand({ ...this.object(key), Body: bytes, ContentType: type }),
        options,
      ),
    );
  }

  async read(key: string, from: number, length: number): Promise<Buffer | null> {
    const range = `bytes=${from}-${from + length - 1}`;
    try {
      const { Body } = await this.send((options) =>
        this.client.send(new GetObjectCommand({ ...this.object(key), Range: range }), options),
      );
      return Body ? Buffer.from(await Body.transformToByteArray()) : Buffer.alloc(0);
    } catch (error) {
      const { cause } = error as Error;
      if (cause instanceof NoSuchKey) return null;
      if (cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 416)
        return Buffer.alloc(0);
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.send((options) => this.client.send(new DeleteObjectCommand(this.object(key)), options));
  }

  private object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: `${this.settings.prefix}${key}` };
  }

  /** @throws AppError service_unavailable with the error of the storage as its cause */
  private async send<T>(request: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    try {
      return await request({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (cause) {
      throw new AppError('service_unavailable', 'The file storage does not respond', [], {}, { cause });
    }
  }
}
