import { type CheckedSource, type ContentSource, checkSource } from '@carillon/content';
import { type EmailInspection, type InspectedEmail, inspectEmail } from '@carillon/content-checks';

/** What the thread does with texts, and the results. */
export interface ThreadWork {
  compile: CheckedSource;
  inspect: EmailInspection;
}

export type ThreadJob =
  { work: 'compile'; source: ContentSource } | { work: 'inspect'; source: InspectedEmail };

/** @throws TooComplex */
export function doWork(job: ThreadJob): ThreadWork[keyof ThreadWork] {
  return job.work === 'compile' ? checkSource(job.source) : inspectEmail(job.source);
}
