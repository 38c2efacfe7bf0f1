import type { Feature } from '@carillon/platform';
import { CompileThreads } from './compile-threads';
import { CompiledEmails } from './compiled-emails';

/** Emails are compiled once, in separate threads, because users' HTML can be costly on purpose. */
export const compiling: Feature = {
  collections: [],
  controllers: [],
  providers: [CompileThreads, CompiledEmails],
};

export { type CompileAnswer } from './email-compiler';
export { compileBy } from './compile-threads';
export { CompiledEmails } from './compiled-emails';
