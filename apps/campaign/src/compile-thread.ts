import { checkSource } from '@carillon/content';
import { serveJobs } from './compiling/jobs';

/** The entry point of a thread that compiles the texts of campaigns, and can be terminated at any time. */
serveJobs(checkSource);
