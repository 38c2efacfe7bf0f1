import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Imports } from './imports';
import { Rejections } from './rejections';

/** Pages through the lines that were rejected; of a file that FAILED the last one says why. Errors as of Imports. */
@Injectable()
export class ReadRejected {
  constructor(
    private readonly imports: Imports,
    private readonly rejections: Rejections,
  ) {}

  async execute({ after, limit, ...which }: Payload<'import.rejected'>): Promise<Reply<'import.rejected'>> {
    const failure = await this.imports.failureOf(which);
    const page = await this.rejections.page(which.id, after, limit);
    if (page.next !== null || !failure) return page;
    return { items: [...page.items, { ...failure, text: '' }], next: null };
  }
}
