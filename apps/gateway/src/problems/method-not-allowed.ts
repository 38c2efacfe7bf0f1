import { AppError } from '@carillon/contracts';

/** A path that exists, with a method it does not take. */
export class MethodNotAllowed extends AppError {
  constructor(readonly allowed: readonly string[]) {
    super('method_not_allowed', `This path takes ${allowed.join(', ')}`);
  }
}
