import { Controller, Get } from '@nestjs/common';
import { WithoutKey } from './access/caller';

@Controller()
export class RootController {
  @Get()
  @WithoutKey()
  describe() {
    return { name: 'Carillon', api: '/api/v1' };
  }
}
