import { Command } from '@commander-js/extra-typings';
import { version } from '../../../package.json';
import { defaults, logIn, logOut, showAccount, showAudit, showUsage } from './commands/account';
import { campaigns } from './commands/campaigns';
import { groups } from './commands/groups';
import { integrations } from './commands/integrations';
import { jobs } from './commands/jobs';
import { keys, operatorKeys } from './commands/keys';
import { people } from './commands/people';
import { subscribers } from './commands/subscribers';
import { senders } from './commands/senders';
import { replies } from './commands/replies';
import { suppressions } from './commands/suppressions';
import { webhooks } from './commands/webhooks';
import { users } from './commands/users';
import { printCompletion } from './completion';
import { Session } from './session';
import type { World } from './world';

const AFTERWORD = `
Where and who, the first that is there:
  --url, CARILLON_URL          else the stack that runs in this folder, else where you logged in last
  --key-file, CARILLON_API_KEY, CARILLON_OPERATOR_KEY
                               else what is known for that address
Ends with 0: done; 1: refused; 2: not understood; 3: not reached; 4: done, but not all went well.
More: docs/cli.md`;

/** The root command with all nouns. */
export function programFor(world: World): Command {
  const program = new Command('carillon')
    .description('One message, every channel: the command for the API of Carillon')
    .version(version)
    .option('--json', 'print JSON, for machines')
    .option('-q, --quiet', 'print ids only')
    .option('--url <url>', 'where the API is')
    .option('--key-file <file>', 'a file that holds the key')
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
  groups(program, session);
  jobs(program, session, 'imports', 'files of people to add to groups');
  jobs(program, session, 'removals', 'files of people to remove from groups');
  subscribers(program, session);
  suppressions(program, session);
  replies(program, session);
  webhooks(program, session);
  people(program, session);
  senders(program, session);
  integrations(program, session);
  keys(program, session);
  operatorKeys(program, session);
  showAccount(program, session);
  defaults(program, session);
  showUsage(program, session);
  showAudit(program, session);
  users(program, session);
  logIn(program, session);
  logOut(program, session);
  printCompletion(program, world);
  return program;
}
