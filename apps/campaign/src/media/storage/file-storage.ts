/** Where the bytes of files are stored. Each key is written once. */
export abstract class FileStorage {
  /** Stores a file. Bytes of an attempt that ended early are never read, and `remove` removes them. */
  abstract put(key: string, type: string, bytes: Buffer): Promise<void>;

  /** Some bytes of a file, fewer at its end. Null: the file does not exist. */
  abstract read(key: string, from: number, length: number): Promise<Buffer | null>;

  /** Does nothing if the file does not exist. */
  abstract remove(key: string): Promise<void>;
}
