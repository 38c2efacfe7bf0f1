import { parentPort } from 'node:worker_threads';
import { TooComplex, compileEmail } from '@carillon/content';
import type { CompileAnswer, EmailSource } from './compiling';

/**
 * The entry point of a thread that compiles the HTML of emails one after another, and can be terminated at any time.
 */
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
