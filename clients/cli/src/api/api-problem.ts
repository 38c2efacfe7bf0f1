import { type ExitCode, Failure, exitCodes } from '../failures';
import { type Json, isJson, text } from './json';

/** The API said no. The message is its detail; `body` is the whole problem document (RFC 9457). */
export class ApiProblem extends Failure {
  override readonly name = 'ApiProblem';

  private constructor(
    message: string,
    readonly status: number,
    readonly body: Json,
  ) {
    super(message, exitCodeOf(status));
  }

  get code(): string {
    return text(this.body, 'code');
  }

  /** @param answered the body as it came: whatever stands before the gateway may have written it */
  static of(status: number, answered: string): ApiProblem {
    const body = parsed(answered);
    if (body && text(body, 'code'))
      return new ApiProblem(text(body, 'detail') || text(body, 'title'), status, body);
    return new ApiProblem(`The answer was ${status}, and not in the form of this API`, status, {});
  }
}

/** What another try may help against is no refusal. */
function exitCodeOf(status: number): ExitCode {
  return status === 429 || status >= 500 ? exitCodes.unreachable : exitCodes.refused;
}

function parsed(answered: string): Json | null {
  try {
    const body: unknown = JSON.parse(answered);
    return isJson(body) ? body : null;
  } catch {
    return null;
  }
}
