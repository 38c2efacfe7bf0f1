import { AppError, type ErrorCode, isId } from '@carillon/contracts';
import type { PipeTransform } from '@nestjs/common';

type Noun = Extract<ErrorCode, `${string}_not_found`> extends `${infer N}_not_found` ? N : never;

/** A path names what exists or not: an id that can be none names nothing, like any unknown one. */
class Existing implements PipeTransform<string, string> {
  constructor(readonly noun: Noun) {}

  transform(id: string): string {
    if (!isId(id)) throw new AppError(`${this.noun}_not_found`);
    return id;
  }
}

export const existing = (noun: Noun): PipeTransform<string, string> => new Existing(noun);

/** What a parameter that goes through this pipe is the id of; undefined: it is no id. */
export function nounOf(pipe: unknown): Noun | undefined {
  return pipe instanceof Existing ? pipe.noun : undefined;
}
