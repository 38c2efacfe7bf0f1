import type { Feature } from '@carillon/mongo';
import { CompileThreads } from './compile-threads';
import { CompiledEmails } from './compiled-emails';

/** Emails are compiled once, in threads of their own: their HTML is the users', and may be made to be costly. */
export const compiling: Feature = {
  collections: [],
  controllers: [],
  providers: [CompileThreads, CompiledEmails],
};

export { compileBy } from './compile-threads';
export type { CompileAnswer, EmailSource } from './email-compiler';
export { CompiledEmails } from './compiled-emails';
