import { Type } from '@sinclair/typebox';

/** The environment variables of workers with this provider. */
export const httpVariables = {
  ALLOW_PRIVATE_SENDER_HOSTS: Type.Boolean({
    default: false,
    description: "whether the endpoint of a user's HTTP sender may be at a private address",
  }),
};
