import { findDkimpy, findDovecot, findPostfix, findPromtool } from '../../local-services/src/index';
import { provideProgram } from './fetched-programs';
import { startTestServers } from './servers/test-servers';

export default async function setUp(): Promise<void> {
  if (process.env.AMQP_URL && !process.env.AMQP_MANAGEMENT_URL)
    throw new Error('AMQP_URL is given: AMQP_MANAGEMENT_URL is required, too');
  await startTestServers();
  await provideProgram('postfix', findPostfix);
  await provideProgram('dovecot', findDovecot);
  await provideProgram('promtool', findPromtool);
  await provideProgram('dkimpy', findDkimpy);
}
