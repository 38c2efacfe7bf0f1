export interface ServerCertificate {
  cert: string;
  key: string;
}

let made: Promise<ServerCertificate> | undefined;

/**
 * Returns a self-signed certificate for localhost only. Each test run creates its own certificate, which is not
 * stored.
 */
export function serverCertificate(): Promise<ServerCertificate> {
  made ??= make();
  return made;
}

async function make(): Promise<ServerCertificate> {
  // Loading this module takes a tenth of a second, and most tests do not need it.
  const { generate } = await import('selfsigned');
  const extensions = [
    { name: 'basicConstraints' as const, cA: true },
    { name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'localhost' }] },
  ];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions,
  });
  return { cert, key };
}
