import { Controller, Get } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { WithoutKey } from '../../security/caller';
import { Operation } from '../../openapi/operation';
import { View } from '../../openapi/view';

const About = View('About', {
  name: Type.Literal('Carillon'),
  api: Type.Literal('/api/v1'),
  docs: Type.Literal('/api/docs'),
});

@Controller()
export class RootController {
  @Get()
  @Operation({
    summary: 'Describe this service',
    statuses: { 200: 'OK', 302: 'To the console, for browsers whose `Accept` header contains `text/html`' },
    answer: { media: { 'application/json': About } },
  })
  @WithoutKey()
  about() {
    return { name: 'Carillon', api: '/api/v1', docs: '/api/docs' };
  }
}
