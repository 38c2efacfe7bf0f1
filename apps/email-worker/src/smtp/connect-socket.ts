import { lookup } from 'node:dns';
import { type LookupFunction, type Socket, connect, isIP } from 'node:net';
import { isPublicAddress } from '@carillon/address';
import { codedError } from './coded-error';
import type { MailServer } from './mail-server';

/** How long one of several addresses is tried before the next one joins in (milliseconds). RFC 8305 §5. */
const ATTEMPT_MS = 2_000;

/**
 * Opens a TCP connection. A server that is not trusted is connected to at a public address only: the address that was
 * checked is the one that is used, whatever the name means a moment later.
 * Rejects with an error that has a `code`: the system's, or HOST_NOT_ALLOWED, or ETIMEDOUT.
 */
export function connectSocket({ host, port, isTrusted }: MailServer, timeoutMs: number): Promise<Socket> {
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(notAllowed());
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      ...(isTrusted ? {} : { lookup: lookUpPublic }),
    });
    const timer = setTimeout(() => socket.destroy(codedError('ETIMEDOUT')), timeoutMs);
    socket.once('close', () => clearTimeout(timer));
    // Stays for good: an error between two owners of the socket must not end the process.
    socket.on('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

const lookUpPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const allowed = error ? [] : addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) callback(error ?? notAllowed(), []);
    else if (options.all === true) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

function notAllowed(): NodeJS.ErrnoException {
  return codedError('HOST_NOT_ALLOWED');
}
