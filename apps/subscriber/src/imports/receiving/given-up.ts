import { AppError } from '@carillon/contracts';

/** Nothing was heard for too long, or another try took this one's place. */
export function givenUp(): AppError {
  return new AppError('request_timeout', 'The upload was given up');
}
