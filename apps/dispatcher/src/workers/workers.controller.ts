import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { Workforce } from './workforce';

/** Workers that tell of themselves. */
@Controller()
export class WorkersController {
  constructor(private readonly workforce: Workforce) {}

  @OnBroadcast('worker.present')
  present(word: Payload<'worker.present'>): void {
    this.workforce.heard(word);
  }
}
