/** The contexts of secrets. A secret can be opened only with the context with which it was sealed. */

/** The context of a secret setting of a sender. */
export function senderContext(senderId: string, setting: string): string {
  return `sender:${senderId}:${setting}`;
}

/** The context of a secret of a login, or of the session or command that changes it. */
export function loginContext(id: string, field: string): string {
  return `login:${id}:${field}`;
}

/** The context of a signing secret of a webhook endpoint. */
export function webhookContext(endpointId: string, secretId: string): string {
  return `webhook:${endpointId}:${secretId}`;
}

/** The context of a private DKIM key. */
export function signingKeyContext(keyId: string): string {
  return `signing-key:${keyId}`;
}
