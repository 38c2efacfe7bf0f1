import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants';
import { NeedsScope } from './security/caller';
import { AnswersSecret } from './http/idempotency/hooks';
import { LongAnswer } from './http/routes';

class Routes {
  @NeedsScope('admin')
  @AnswersSecret('key')
  @LongAnswer()
  first(): void {
    return;
  }

  @NeedsScope('send')
  second(): void {
    return;
  }
}

const configOf = (name: keyof Routes): unknown => {
  const route: object = Object.getOwnPropertyDescriptor(Routes.prototype, name)?.value as object;
  return Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, route);
};

describe('the configuration of a route', () => {
  it('combines all of its decorators', () => {
    expect(configOf('first')).toEqual({ scope: 'admin', secret: 'key', isLong: true });
  });

  it('contains nothing from other routes', () => {
    expect(configOf('second')).toEqual({ scope: 'send' });
  });
});
