import { type Static, Type } from '@sinclair/typebox';

/** RFC 6376 with keys of 2,048 bits (RFC 8301 §3.2), and RFC 8463. */
export const dkimAlgorithms = ['RSA_2048', 'ED25519'] as const;
export const DkimAlgorithm = Type.Union([Type.Literal('RSA_2048'), Type.Literal('ED25519')]);
export type DkimAlgorithm = Static<typeof DkimAlgorithm>;
