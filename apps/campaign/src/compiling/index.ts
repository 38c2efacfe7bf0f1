import type { Feature } from '@carillon/mongo';
import { CompileThreads } from './compile-threads';
import { CompiledEmails } from './compiled-emails';

/** Compiles each email once and checks it, in separate threads, because users can send HTML that is deliberately costly. */
export const compiling: Feature = {
  collections: [],
  controllers: [],
  providers: [CompileThreads, CompiledEmails],
};

export { BoundedThread } from './bounded-thread';
export { CompiledEmails } from './compiled-emails';
export { inTranslation } from './in-translation';
export { programOf, threadsIn } from './programs';
export { UserLine } from './user-line';
