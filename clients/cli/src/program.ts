import { Command } from '@commander-js/extra-typings';
import { version } from '../../../package.json';
import { defaults, logIn, logOut, showAccount, showAudit, showUsage } from './commands/account';
import { brand } from './commands/brand';
import { campaigns } from './commands/campaigns';
import { forms } from './commands/forms';
import { filters } from './commands/filters';
import { groups } from './commands/groups';
import { integrations } from './commands/integrations';
import { jobs } from './commands/jobs';
import { keys, operatorKeys } from './commands/keys';
import { people } from './commands/people';
import { subscribers } from './commands/subscribers';
import { senders } from './commands/senders';
import { operatorDomains, sendingDomains } from './commands/sending-domains';
import { prices } from './commands/prices';
import { providerAccounts } from './commands/provider-accounts';
import { showHealth } from './commands/sending-health';
import { replies } from './commands/replies';
import { showStatistics } from './commands/statistics';
import { suppressions } from './commands/suppressions';
import { webhooks } from './commands/webhooks';
import { attributes } from './commands/attributes';
import { segments } from './commands/segments';
import { media } from './commands/media';
import { showNotifications } from './commands/notifications';
import { templates } from './commands/templates';
import { topics } from './commands/topics';
import { users } from './commands/users';
import { utm } from './commands/utm';
import { conversions, tracking } from './commands/conversions';
import { approval } from './commands/approvals';
import { printCompletion } from './completion';
import { Session } from './session';
import type { World } from './world';

const AFTERWORD = `
URL and key, in this order:
  --url, CARILLON_URL          then the stack that runs in this folder, then your last login
  --key-file, CARILLON_API_KEY, CARILLON_OPERATOR_KEY
                               then the saved key for the URL
Exit codes: 0: success; 1: rejected; 2: invalid input; 3: unreachable; 4: partial failure.
See docs/cli.md`;

/** The root command with all nouns. */
export function programFor(world: World): Command {
  const program = new Command('carillon')
    .description('Command line for the Carillon API')
    .version(version)
    .option('--json', 'print JSON')
    .option('-q, --quiet', 'print only IDs')
    .option('--url <url>', 'URL of the API')
    .option('--key-file <file>', 'a file with the key')
    .addHelpText('after', AFTERWORD)
    // Throws instead of ending the process, and writes to the given streams; subcommands inherit this.
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void world.stdout.write(text),
      writeErr: (text) => void world.stderr.write(text),
      getOutHelpWidth: () => world.stdout.columns ?? 100,
      getErrHelpWidth: () => world.stderr.columns ?? 100,
      outputError: (text, write) => write(text.replace(/^error: /, 'carillon: ')),
    });
  const session = new Session(world, () => program.opts());
  campaigns(program, session);
  filters(program, session);
  conversions(program, session);
  showStatistics(program, session);
  showNotifications(program, session);
  groups(program, session);
  jobs(program, session, 'imports', 'imports of people into groups');
  jobs(program, session, 'removals', 'removals of people from groups by file');
  subscribers(program, session);
  suppressions(program, session);
  replies(program, session);
  webhooks(program, session);
  people(program, session);
  attributes(program, session);
  segments(program, session);
  topics(program, session);
  media(program, session);
  templates(program, session);
  forms(program, session);
  senders(program, session);
  sendingDomains(program, session);
  integrations(program, session);
  keys(program, session);
  operatorKeys(program, session);
  showAccount(program, session);
  brand(program, session);
  defaults(program, session);
  approval(program, session);
  tracking(program, session);
  utm(program, session);
  showUsage(program, session);
  showAudit(program, session);
  users(program, session);
  prices(program, session);
  operatorDomains(program, session);
  providerAccounts(program, session);
  showHealth(program, session);
  logIn(program, session);
  logOut(program, session);
  printCompletion(program, world);
  return program;
}
