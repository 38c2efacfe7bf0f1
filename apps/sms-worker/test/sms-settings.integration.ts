import { describeTwilioChecks } from '@carillon/testing';
import { worker } from './worker';

describeTwilioChecks(worker);
