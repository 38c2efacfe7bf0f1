import { describeTwilioSending } from '@carillon/testing';
import { worker } from './worker';

jest.setTimeout(60_000);

describeTwilioSending(worker);
