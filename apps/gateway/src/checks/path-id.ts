import { AppError, type ErrorCode, isId } from '@carillon/contracts';
import type { PipeTransform } from '@nestjs/common';

type Noun = Extract<ErrorCode, `${string}_not_found`> extends `${infer N}_not_found` ? N : never;

/** A path names what exists or not: an id that can be none names nothing, like any unknown one. */
export function existing(noun: Noun): PipeTransform<string, string> {
  return {
    transform(id) {
      if (!isId(id)) throw new AppError(`${noun}_not_found`);
      return id;
    },
  };
}
