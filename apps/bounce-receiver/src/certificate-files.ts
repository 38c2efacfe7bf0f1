import { type Stats, readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';

/**
 * How often the files are checked (milliseconds). The files can be symbolic links that are replaced, as in Kubernetes.
 */
const CHECK_EVERY_MS = 5_000;

export interface Certificate {
  cert: string;
  key: string;
}

/** A certificate chain and its private key in files (PEM), which are renewed from time to time. */
export class CertificateFiles {
  private watching: ((current: Stats, previous: Stats) => void) | null = null;

  constructor(
    private readonly certPath: string,
    private readonly keyPath: string,
  ) {}

  /** @throws an Error that names the files, if one can't be read or the key doesn't match the certificate */
  read(): Certificate {
    try {
      const found = { cert: readFileSync(this.certPath, 'utf8'), key: readFileSync(this.keyPath, 'utf8') };
      createSecureContext(found);
      return found;
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new Error(
        `${this.certPath} and ${this.keyPath} are not a certificate and its key (${code ?? message})`,
        {
          cause,
        },
      );
    }
  }

  /**
   * Calls `onChange` when a file has changed, until `close`. While only one of the two files has changed, they may not
   * match.
   */
  watch(onChange: () => void): void {
    this.watching = (current, previous) => {
      if (current.mtimeMs !== previous.mtimeMs || current.ino !== previous.ino) onChange();
    };
    for (const path of [this.certPath, this.keyPath])
      watchFile(path, { interval: CHECK_EVERY_MS, persistent: false }, this.watching);
  }

  close(): void {
    if (this.watching === null) return;
    for (const path of [this.certPath, this.keyPath]) unwatchFile(path, this.watching);
  }
}
