import { describeTwilioChecks } from '@carillon/testing/workers';
import { worker } from './worker';

describeTwilioChecks(worker);
