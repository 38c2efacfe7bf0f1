import isIpAddress from 'validator/lib/isIP';
import { toUnicode } from 'punycode/';

export { Buffer } from 'buffer/';

/** Browser replacements for the Node modules that the file reader (`libs/input`) uses. vite.config.mts maps them. */

const strict = new TextDecoder('utf-8', { fatal: true });

/** As in `node:buffer`. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** As in `node:buffer`. */
export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** As in `node:url`: empty if the domain is invalid. */
export function domainToASCII(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

/** As in `node:url`. */
export function domainToUnicode(domain: string): string {
  try {
    return toUnicode(domainToASCII(domain));
  } catch {
    return '';
  }
}

/** As in `node:net`. */
export function isIP(text: string): 0 | 4 | 6 {
  if (isIpAddress(text, 4)) return 4;
  return isIpAddress(text, 6) ? 6 : 0;
}

const waiting: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => waiting.shift()?.();

/** As in `node:timers/promises`. A timer would wait four milliseconds each time. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}
