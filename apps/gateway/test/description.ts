import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/internal';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { gatewayConfig } from '../src/config';
import { GatewayModule } from '../src/gateway.module';
import { openApiOf } from '../src/openapi/document';

const controllers = Reflect.getMetadata('controllers', GatewayModule) as Type<object>[];

/** Every request handler, as OpenAPI writes its route: `GET /api/v1/groups/{groupId}`. */
export const gatewayRoutes = controllers.flatMap((controller) =>
  Object.values(Object.getOwnPropertyDescriptors(controller.prototype as object)).flatMap(({ value }) => {
    const method = Reflect.getMetadata(METHOD_METADATA, value as object) as RequestMethod | undefined;
    if (method === undefined) return [];
    const parts = [controller, value as object].map(
      (each) => Reflect.getMetadata(PATH_METADATA, each) as string,
    );
    const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
    return [`${RequestMethod[method]} /${segments.join('/').replaceAll(/:(\w+)/g, '{$1}')}`];
  }),
);

/** The API description, from the gateway's controllers without any services. */
export async function describedGateway(PUBLIC_URL = 'https://carillon.example.com'): Promise<object> {
  const module = await Test.createTestingModule({ controllers })
    .useMocker((token) => (token === gatewayConfig.token ? { PUBLIC_URL } : {}))
    .compile();
  return openApiOf(module.createNestApplication(new FastifyAdapter()), PUBLIC_URL);
}
