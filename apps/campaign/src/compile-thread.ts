import { compileEmail } from '@carillon/content';
import { type WrittenEmail, serveJobs } from './compiling/jobs';

/** The entry point of a thread that compiles the HTML of emails, and can be terminated at any time. */
serveJobs(({ html, preheader }: WrittenEmail) => compileEmail(html, preheader));
