import { serveJobs } from './compiling/jobs';
import { renderSource } from './email-sources/render-source';

/** The entry point of a thread that makes the HTML of emails from blocks and MJML, and can be terminated at any time. */
serveJobs(renderSource);
