import { serveJobs } from './compiling/jobs';
import { doWork } from './compiling/thread-work';

/** The entry point of a thread that compiles and checks the texts of campaigns, and can be terminated at any time. */
serveJobs(doWork);
