/** The nonce of this page, from the gateway. Styles that are added later must have it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
