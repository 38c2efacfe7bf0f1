import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { version } from '../../../package.json';
import { logIn } from './account/log-in';
import { logOut } from './account/log-out';
import { showAccount } from './account/show-account';
import { showAudit } from './account/show-audit';
import { campaigns } from './campaigns/campaigns';
import { printCompletion } from './completion/print-completion';
import { groups } from './groups/groups';
import { jobs } from './imports/jobs';
import { integrations } from './integrations/integrations';
import { keys } from './keys/keys';
import { type GlobalOptions, Session } from './session';
import { subscribers } from './subscribers/subscribers';
import { suppressions } from './suppressions/suppressions';
import { users } from './users/users';
import type { World } from './world';

const AFTERWORD = `
Where and who, the first that is there:
  --url, CARILLON_URL          else the stack that runs in this folder, else where you logged in last
  --key-file, CARILLON_API_KEY, CARILLON_OPERATOR_KEY
                               else what is known for that address
Ends with 0: done; 1: refused; 2: not understood; 3: not reached; 4: done, but not all went well.
More: docs/cli.md`;

/** The table of contents. */
export function programFor(world: World): Command {
  const program = new Command('carillon')
    .description('One message, every channel: the command for the API of Carillon')
    .version(version)
    .option('--json', 'print JSON, for machines')
    .option('-q, --quiet', 'print ids only')
    .option('--url <url>', 'where the API is')
    .option('--key-file <file>', 'a file that holds the key')
    .addHelpText('after', AFTERWORD);
  const session = new Session(world, (): GlobalOptions => program.opts());
  for (const each of [
    campaigns(session),
    groups(session),
    jobs(session, 'imports', 'files of people who were added to groups'),
    jobs(session, 'removals', 'files of people who were taken out of groups'),
    subscribers(session),
    suppressions(session),
    integrations(session),
    keys(session),
    showAccount(session),
    showAudit(session),
    users(session),
    logIn(session),
    logOut(session),
    printCompletion(session, program),
  ])
    program.addCommand(each);
  settle(program, world);
  return program;
}

/** What holds for every command: it throws in place of ending the process, and writes where it is told to. */
function settle(command: CommandUnknownOpts, world: World): void {
  command
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void world.stdout.write(text),
      writeErr: (text) => void world.stderr.write(text),
      getOutHelpWidth: () => world.stdout.columns ?? 100,
      getErrHelpWidth: () => world.stderr.columns ?? 100,
      outputError: (text, write) => write(text.replace(/^error: /, 'carillon: ')),
    });
  for (const inner of command.commands) settle(inner, world);
}
