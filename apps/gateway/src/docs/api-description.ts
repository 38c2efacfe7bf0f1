import { Inject, Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type GatewayConfig, gatewayConfig } from '../config';
import { openApiOf } from './document/document';

/** The OpenAPI document of this gateway, made when it is first asked for. */
@Injectable()
export class ApiDescription {
  private made: string | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  get json(): string {
    this.made ??= JSON.stringify(openApiOf(this.controllers(), this.config.PUBLIC_URL));
    return this.made;
  }

  private controllers(): Type<object>[] {
    return this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (metatype ? [metatype as Type<object>] : []));
  }
}
