import { type Access, Api } from './api/api';
import { Refusal, UsageError } from './failures';
import { type Form, Output } from './output/output';
import { type Installation, type InstallationOptions, findInstallation, keyOf } from './settings';
import { askYesNo } from './terminal/ask';
import type { World } from './world';

/** Options of every command. */
export interface GlobalOptions extends InstallationOptions {
  json?: true | undefined;
  quiet?: true | undefined;
}

/** The tools of a command. Address and keys are read on demand: `--help` needs neither. */
export class Session {
  readonly output: Output;
  /** The API with a user's key. */
  readonly user: Api;
  /** The API with an operator's key. */
  readonly operator: Api;
  private found: Installation | null = null;

  constructor(
    readonly world: World,
    readonly options: () => GlobalOptions,
  ) {
    this.output = new Output(world, () => formOf(options()));
    this.user = this.api(() => ({ url: this.installation.url, key: keyOf(this.installation, 'apiKey') }));
    this.operator = this.api(() => ({
      url: this.installation.url,
      key: keyOf(this.installation, 'operatorKey'),
    }));
  }

  /** The API with any key. */
  api(access: () => Access): Api {
    return new Api(access, this.world, (note) => this.output.note(`carillon: ${note}`));
  }

  get installation(): Installation {
    this.found ??= findInstallation(this.options(), this.world);
    return this.found;
  }

  /**
   * Asks before an irreversible action.
   * @throws UsageError if there is no terminal, Refusal if the answer is no
   */
  async confirm(question: string, confirmed: boolean | undefined): Promise<void> {
    if (confirmed) return;
    const answer = await askYesNo(question, this.world);
    if (answer === null)
      throw new UsageError(`${question} There is no terminal to ask. Use --yes to confirm`);
    if (!answer) throw new Refusal('Nothing was changed');
  }
}

function formOf({ json, quiet }: GlobalOptions): Form {
  if (json && quiet) throw new UsageError('Use either --json or --quiet');
  if (json) return 'json';
  return quiet ? 'quiet' : 'text';
}
