import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../config';
import { openApiOf } from '../openapi/document';

/** The OpenAPI document of this gateway, made when it is first asked for. */
@Injectable()
export class ApiDescription {
  private make: (() => string) | null = null;
  private made: string | null = null;

  constructor(@Inject(gatewayConfig.token) private readonly config: GatewayConfig) {}

  /** What is to be described: nothing within an application knows it as a whole. */
  describe(app: INestApplication): void {
    this.make = () => JSON.stringify(openApiOf(app, this.config.PUBLIC_URL));
  }

  get json(): string {
    this.made ??= this.make?.() ?? '';
    return this.made;
  }
}
