import { parentPort } from 'node:worker_threads';
import { TooComplex, compileEmail } from '@carillon/content';
import type { CompileAnswer, EmailSource } from './compiling';

/** A thread of its own beside main.ts: compiles the HTML of one email after the other, and may be ended at any time. */
const port = parentPort;
port?.on('message', (source: EmailSource) => port.postMessage(answerTo(source)));
port?.postMessage('ready' satisfies CompileAnswer);

function answerTo({ html, preheader }: EmailSource): CompileAnswer {
  try {
    return { compiled: compileEmail(html, preheader) };
  } catch (error) {
    if (error instanceof TooComplex) return { tooComplex: error.message };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
