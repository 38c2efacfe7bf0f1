import { serverCertificate } from '@carillon/testing';
import { newSettingsIssues } from './settings';

const mailServer = {
  host: 'mail.example.com',
  port: 465,
  security: 'tls',
  fromAddress: 'news@example.com',
};
const codesOf = (caCertificate: unknown): string[] =>
  newSettingsIssues({ ...mailServer, caCertificate }, { channel: 'EMAIL', provider: 'SMTP' }).map(
    ({ field, code }) => `${field} ${code}`,
  );

describe('the private certificate authority of a mail server', () => {
  it('is one certificate or several', async () => {
    const { cert } = await serverCertificate();
    expect(codesOf(cert)).toEqual([]);
    expect(codesOf(`${cert.trim()}\r\n\n${cert}`)).toEqual([]);
  });

  it.each([
    ['no PEM', () => 'certificate'],
    ['a damaged certificate', (cert: string) => cert.replace(/\n.{8}/, '\n')],
    ['something beside the certificate', (cert: string) => `${cert}x`],
    ['a private key', (_: string, key: string) => key],
    ['a certificate with its private key', (cert: string, key: string) => cert + key],
  ])('is not %s', async (_, of) => {
    const { cert, key } = await serverCertificate();
    expect(codesOf(of(cert, key))).toEqual(['caCertificate not_allowed']);
  });

  it('has a maximum length', async () => {
    const { cert } = await serverCertificate();
    expect(codesOf(cert.repeat(40))).toEqual(['caCertificate too_long']);
  });
});
